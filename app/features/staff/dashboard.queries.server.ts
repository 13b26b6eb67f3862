import { rows } from "db/query.server";
import { DESK, OWNER, type StaffViewer } from "~/features/auth/viewer.server";
import { STALE_AFTER_MINUTES } from "~/features/markets/quotes.rules";
import type { StatTile } from "~/ui/dashboard";
import { countOf, formatCount, formatMoney } from "~/ui/format";
import { draftsWaiting } from "./drafts.queries.server";
import { closedBecause } from "./screen-access.server";

type Counts = {
  members: number;
  newMembers: number;
  packages: number;
  briefs: number;
  briefDrafts: number;
  picks: number;
  alerts: number;
  alertsToday: number;
  news: number;
  newsToday: number;
  videos: number;
  freeVideos: number;
  quotes: number;
  movers: number;
  ads: number;
  publishedAds: number;
  banners: number;
};

/** Exact where tables are small; the large ones by the planner's estimate, which is near enough for a tile. */
const size = (table: string) =>
  `(select case when reltuples >= 100000 then reltuples::int else (select count(*)::int from ${table}) end
      from pg_class where oid = '${table}'::regclass)`;

const COUNTS = `
  select ${size("members")} as members,
    (select count(*)::int from members where created_at > now() - interval '7 days') as "newMembers",
    (select count(*)::int from packages where archived_at is null) as packages,
    ${size("daily_briefs")} as briefs,
    (select count(*)::int from daily_briefs where status = 'draft') as "briefDrafts",
    ${size("stock_picks")} as picks, ${size("trade_alerts")} as alerts,
    (select count(*)::int from trade_alerts where created_at > now() - interval '1 day') as "alertsToday",
    ${size("news")} as news,
    (select count(*)::int from news where created_at > now() - interval '1 day') as "newsToday",
    ${size("videos")} as videos,
    (select count(*)::int from videos where is_free) as "freeVideos",
    ${size("quotes")} as quotes, ${size("movers")} as movers, ${size("ads")} as ads,
    (select count(*)::int from ads where status = 'published') as "publishedAds",
    ${size("banners")} as banners`;

type Money = { total: string; completed: number; refunded: number };

const MONEY = `
  select coalesce(sum(amount - refunded) filter (where status = 'COMPLETED'), 0) as total,
         coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::int as completed,
         coalesce(sum(refunds), 0)::int as refunded
    from payment_totals`;

type Figures = Counts & { money: Money };

/** A tile, and what its figures are made of. */
type Made = {
  label: string;
  to: string;
  wide?: boolean;
  figure: (known: Figures) => string;
  note: (known: Figures) => string;
};

const TILES: Made[] = [
  {
    label: "Manage Users",
    to: "/admin/manage-users",
    figure: ({ members }) => formatCount(members),
    note: ({ newMembers }) => `${formatCount(newMembers)} new this week`,
  },
  {
    label: "Packages",
    to: "/admin/packages",
    figure: ({ packages }) => formatCount(packages),
    note: () => "on sale",
  },
  {
    label: "Daily Brief",
    to: "/admin/daily-brief",
    figure: ({ briefs }) => formatCount(briefs),
    note: ({ briefDrafts }) => countOf(briefDrafts, "draft"),
  },
  {
    label: "Stock Picks",
    to: "/admin/stock-picks",
    figure: ({ picks }) => formatCount(picks),
    note: () => "in six categories",
  },
  {
    label: "Trade Alerts",
    to: "/admin/trade-alert",
    figure: ({ alerts }) => formatCount(alerts),
    note: ({ alertsToday }) => `${formatCount(alertsToday)} posted in 24 hours`,
  },
  {
    label: "News",
    to: "/admin/news",
    figure: ({ news }) => formatCount(news),
    note: ({ newsToday }) => `${formatCount(newsToday)} posted in 24 hours`,
  },
  {
    label: "Videos",
    to: "/admin/videos",
    figure: ({ videos }) => formatCount(videos),
    note: ({ freeVideos }) => `${freeVideos} free`,
  },
  {
    label: "Markets",
    to: "/admin/market",
    figure: ({ quotes }) => formatCount(quotes),
    note: ({ movers }) => countOf(movers, "mover"),
  },
  {
    label: "Ads",
    to: "/admin/ads",
    figure: ({ ads }) => formatCount(ads),
    note: ({ publishedAds }) => `${formatCount(publishedAds)} published`,
  },
  {
    label: "Banners",
    to: "/admin/banner",
    figure: ({ banners }) => formatCount(banners),
    note: () => "on the home page",
  },
  {
    label: "Payments",
    to: "/admin/payments",
    wide: true,
    figure: ({ money }) => formatMoney(money.total),
    note: ({ money }) =>
      `${formatCount(money.completed)} completed${money.refunded ? `, less ${countOf(money.refunded, "refund")}` : ""}`,
  },
];

const NO_MONEY: Money = { total: "0", completed: 0, refunded: 0 };

/** The tiles of `/admin`; a figure is shown only to who may open its screen, others are told why not. */
export async function dashboardTiles({ role }: StaffViewer): Promise<StatTile[]> {
  const [[counts], [money]] = await Promise.all([
    rows<Counts>(COUNTS),
    OWNER.includes(role) ? rows<Money>(MONEY) : ([] as Money[]),
  ]);
  if (!counts) return [];
  const known = { ...counts, money: money ?? NO_MONEY };
  return TILES.map(({ label, to, wide, figure, note }) => {
    const reason = closedBecause(to, role);
    return reason ? { label, wide, reason } : { label, wide, to, figure: figure(known), note: note(known) };
  });
}

export type Attention = {
  count: number;
  tone: "bad" | "warn";
  word: string;
  text: string;
  action: { label: string; to: string };
};

type Trouble = { stuck: number; stuckMember: string; failed: number; stale: number; ending: number };

const STUCK =
  "from orders where status in ('approved', 'capturing') and updated_at < now() - interval '15 minutes'";

const TROUBLE = `
  select (select count(*)::int ${STUCK}) as stuck,
         (select member_id ${STUCK} order by updated_at limit 1) as "stuckMember",
         (select count(*)::int from mails where state = 'failed') as failed,
         (select count(*)::int from (
            select 1 from quotes where updated_at <= now() - interval '${STALE_AFTER_MINUTES} minutes' limit 1000) as old) as stale,
         (select count(*)::int from members
           where subscription <> 'Basic' and subscription_expires_at between now() and now() + interval '7 days'
         ) as ending`;

/** What somebody should look at; an empty list is good news. */
export async function needsAttention(viewer: StaffViewer): Promise<Attention[]> {
  const [troubles, drafts] = await Promise.all([deskTroubles(viewer), draftsWaiting(viewer)]);
  const waiting = drafts.map((draft): Attention => ({ ...draft, tone: "warn", word: "Draft" }));
  return [...troubles, ...waiting].filter(({ count }) => count > 0);
}

async function deskTroubles({ role }: StaffViewer): Promise<Attention[]> {
  if (!DESK.includes(role)) return [];
  const [found] = await rows<Trouble>(TROUBLE);
  if (!found) return [];
  return [
    {
      count: found.stuck,
      tone: "bad",
      word: "Stuck",
      text: `${found.stuck === 1 ? "order" : "orders"} approved but not captured for over 15 minutes`,
      // No list shows orders. The one who waits longest is the one to look at first.
      action: { label: "Open the member", to: `/admin/manage-users/${found.stuckMember}` },
    },
    {
      count: found.failed,
      tone: "bad",
      word: "Failed",
      text: `${found.failed === 1 ? "mail" : "mails"} that could not be delivered`,
      action: { label: "See the mail log", to: "/admin/mails?state=failed" },
    },
    {
      count: found.stale,
      tone: "warn",
      word: "Stale",
      text: "quotes are an hour old or older",
      action: { label: "See the oldest", to: "/admin/market?sort=updatedAt&direction=asc" },
    },
    {
      count: found.ending,
      tone: "warn",
      word: "Ending",
      text: "memberships end within 7 days",
      action: { label: "See members", to: "/admin/manage-users?tier=ending" },
    },
  ];
}
