import { rows } from "db/rows.server";
import { ANY_STAFF, DESK, OWNER, type StaffRole, type StaffViewer } from "~/http/viewer.server";
import { countOf, formatCount, formatMoney } from "~/ui/format";

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

export type Tile = { label: string; to: string; figure: string; note?: string; wide?: boolean };

/** The tiles of `/admin`; a figure is shown only to who may open its screen. */
export async function dashboardTiles({ role }: StaffViewer): Promise<Tile[]> {
  const [[counts], [money]] = await Promise.all([
    rows<Counts>(COUNTS),
    OWNER.includes(role) ? rows<Money>(MONEY) : ([] as Money[]),
  ]);
  if (!counts) return [];
  const tile = (roles: readonly StaffRole[], made: Tile): Tile =>
    roles.includes(role) ? made : { ...made, figure: "–", note: "Not open to your role" };
  const c = counts;
  return [
    tile(DESK, {
      ...{ label: "Manage Users", to: "/admin/manage-users", figure: formatCount(c.members) },
      note: `${formatCount(c.newMembers)} new this week`,
    }),
    tile(DESK, {
      label: "Packages",
      to: "/admin/packages",
      figure: formatCount(c.packages),
      note: "on sale",
    }),
    tile(DESK, {
      ...{ label: "Daily Brief", to: "/admin/daily-brief", figure: formatCount(c.briefs) },
      note: countOf(c.briefDrafts, "draft"),
    }),
    tile(DESK, {
      label: "Stock Picks",
      to: "/admin/stock-picks",
      figure: formatCount(c.picks),
      note: "in six categories",
    }),
    tile(DESK, {
      ...{ label: "Trade Alerts", to: "/admin/trade-alert", figure: formatCount(c.alerts) },
      note: `${formatCount(c.alertsToday)} posted in 24 hours`,
    }),
    tile(ANY_STAFF, {
      ...{ label: "News", to: "/admin/news", figure: formatCount(c.news) },
      note: `${formatCount(c.newsToday)} posted in 24 hours`,
    }),
    tile(ANY_STAFF, {
      label: "Videos",
      to: "/admin/videos",
      figure: formatCount(c.videos),
      note: `${c.freeVideos} free`,
    }),
    tile(DESK, {
      ...{ label: "Markets", to: "/admin/market", figure: formatCount(c.quotes) },
      note: `${countOf(c.movers, "mover")} beside them`,
    }),
    tile(DESK, {
      ...{ label: "Ads", to: "/admin/ads", figure: formatCount(c.ads) },
      note: `${formatCount(c.publishedAds)} published`,
    }),
    tile(OWNER, {
      ...{ label: "Payments", to: "/admin/payments", figure: formatMoney(money?.total ?? "0"), wide: true },
      note: `${formatCount(money?.completed ?? 0)} completed, ${formatCount(money?.refunded ?? 0)} refunded`,
    }),
    tile(OWNER, {
      label: "Banners",
      to: "/admin/banner",
      figure: formatCount(c.banners),
      note: "on the home page",
    }),
  ];
}

export type Attention = {
  count: number;
  tone: "bad" | "warn";
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** What somebody should look at; an empty list is good news. */
export async function needsAttention({ role }: StaffViewer): Promise<Attention[]> {
  if (!DESK.includes(role)) return [];
  const [found] = await rows<{ stuck: number; failed: number; stale: number; ending: number }>(`
    select (select count(*)::int from orders
             where status in ('approved', 'capturing') and updated_at < now() - interval '15 minutes') as stuck,
           (select count(*)::int from mails where state = 'failed') as failed,
           (select count(*)::int from (
              select 1 from quotes where updated_at < now() - interval '1 day' limit 1000) as old) as stale,
           (select count(*)::int from members
             where subscription <> 'Basic' and subscription_expires_at between now() and now() + interval '7 days'
           ) as ending`);
  if (!found) return [];
  const all: Attention[] = [
    {
      ...{
        count: found.stuck,
        tone: "bad",
        word: "Stuck",
        text: "orders approved but not captured for over 15 minutes",
      },
      action: { label: "Open Payments", to: "/admin/payments" },
    },
    {
      ...{ count: found.failed, tone: "bad", word: "Failed", text: "mails that could not be delivered" },
      action: { label: "See the mail log", to: "/admin/mails?state=failed" },
    },
    {
      ...{ count: found.stale, tone: "warn", word: "Stale", text: "quotes are older than a day" },
      action: { label: "Open Markets", to: "/admin/market" },
    },
    {
      ...{ count: found.ending, tone: "warn", word: "Ending", text: "memberships end within 7 days" },
      action: { label: "See members", to: "/admin/manage-users?tier=ending" },
    },
  ];
  return all.filter(({ count }) => count > 0);
}
