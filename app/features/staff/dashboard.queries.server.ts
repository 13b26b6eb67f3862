import { query } from "db/query.server";
import { ADMINS, type StaffViewer, SUPERADMINS } from "~/features/auth/viewer.server";
import { STALE_AFTER_MINUTES } from "~/features/markets/quotes.rules";
import type { StatTile } from "~/ui/dashboard";
import { formatCount, formatMoney, pluralize } from "~/ui/format";
import { pendingDrafts } from "./drafts.queries.server";
import { accessDeniedReason } from "./screen-access.server";

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
const countSql = (table: string) =>
  `(select case when reltuples >= 100000 then reltuples::int else (select count(*)::int from ${table}) end
      from pg_class where oid = '${table}'::regclass)`;

const COUNTS = `
  select ${countSql("members")} as members,
    (select count(*)::int from members where created_at > now() - interval '7 days') as "newMembers",
    (select count(*)::int from packages where archived_at is null) as packages,
    ${countSql("daily_briefs")} as briefs,
    (select count(*)::int from daily_briefs where status = 'draft') as "briefDrafts",
    ${countSql("stock_picks")} as picks, ${countSql("trade_alerts")} as alerts,
    (select count(*)::int from trade_alerts where created_at > now() - interval '1 day') as "alertsToday",
    ${countSql("news")} as news,
    (select count(*)::int from news where created_at > now() - interval '1 day') as "newsToday",
    ${countSql("videos")} as videos,
    (select count(*)::int from videos where is_free) as "freeVideos",
    ${countSql("quotes")} as quotes, ${countSql("movers")} as movers, ${countSql("ads")} as ads,
    (select count(*)::int from ads where status = 'published') as "publishedAds",
    ${countSql("banners")} as banners`;

type Revenue = { total: string; completed: number; refunded: number };

const REVENUE = `
  select coalesce(sum(amount - refunded) filter (where status = 'COMPLETED'), 0) as total,
         coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::int as completed,
         coalesce(sum(refunds), 0)::int as refunded
    from payment_totals`;

type Figures = Counts & { money: Revenue };

/** A tile, and what its figures are made of. */
type TileSource = {
  label: string;
  to: string;
  wide?: boolean;
  figure: (figures: Figures) => string;
  note: (figures: Figures) => string;
};

const TILES: TileSource[] = [
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
    note: ({ briefDrafts }) => pluralize(briefDrafts, "draft"),
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
    note: ({ movers }) => pluralize(movers, "mover"),
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
      `${formatCount(money.completed)} completed${money.refunded ? `, less ${pluralize(money.refunded, "refund")}` : ""}`,
  },
];

const NO_REVENUE: Revenue = { total: "0", completed: 0, refunded: 0 };

/** The tiles of `/admin`; a figure is shown only to who may open its screen, others are told why not. */
export async function dashboardTiles({ role }: StaffViewer): Promise<StatTile[]> {
  const [[counts], [money]] = await Promise.all([
    query<Counts>(COUNTS),
    SUPERADMINS.includes(role) ? query<Revenue>(REVENUE) : ([] as Revenue[]),
  ]);
  if (!counts) return [];
  const figures = { ...counts, money: money ?? NO_REVENUE };
  return TILES.map(({ label, to, wide, figure, note }) => {
    const reason = accessDeniedReason(to, role);
    return reason
      ? { label, wide, reason }
      : { label, wide, to, figure: figure(figures), note: note(figures) };
  });
}

export type AttentionItem = {
  count: number;
  tone: "bad" | "warn";
  word: string;
  text: string;
  action: { label: string; to: string };
};

type AttentionCounts = { stuck: number; stuckMember: string; failed: number; stale: number; ending: number };

const STUCK_ORDERS =
  "from orders where status in ('approved', 'capturing') and updated_at < now() - interval '15 minutes'";

const ATTENTION_COUNTS = `
  select (select count(*)::int ${STUCK_ORDERS}) as stuck,
         (select member_id ${STUCK_ORDERS} order by updated_at limit 1) as "stuckMember",
         (select count(*)::int from mails where state = 'failed') as failed,
         (select count(*)::int from (
            select 1 from quotes where updated_at <= now() - interval '${STALE_AFTER_MINUTES} minutes' limit 1000) as old) as stale,
         (select count(*)::int from members
           where subscription <> 'Basic' and subscription_expires_at between now() and now() + interval '7 days'
         ) as ending`;

/** What somebody should look at; an empty list is good news. */
export async function attentionItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  const [troubles, drafts] = await Promise.all([deskTroubles(viewer), pendingDrafts(viewer)]);
  const waiting = drafts.map((draft): AttentionItem => ({ ...draft, tone: "warn", word: "Draft" }));
  return [...troubles, ...waiting].filter(({ count }) => count > 0);
}

async function deskTroubles({ role }: StaffViewer): Promise<AttentionItem[]> {
  if (!ADMINS.includes(role)) return [];
  const [found] = await query<AttentionCounts>(ATTENTION_COUNTS);
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
