import { query } from "db/query.server";
import { tableOf } from "~/admin-kit/find.server";
import { can } from "~/features/auth/permissions.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { STALE_AFTER_MINUTES } from "~/features/markets/quotes.rules";
import { SCREENS } from "~/features/registry.server";
import { formatCount, formatMoney, pluralize } from "~/ui/format";
import type { StatTile } from "~/ui/stat-tiles";
import { pendingDrafts } from "./drafts.queries.server";
import { accessDeniedReason } from "./screen-access.server";

/** What the tiles tell beside how many records there are. */
type Details = {
  newMembers: number;
  packagesOnSale: number;
  briefDrafts: number;
  alertsToday: number;
  newsToday: number;
  freeVideos: number;
  movers: number;
  publishedAds: number;
};

/** Exact where tables are small; the large ones by the planner's estimate, which is near enough for a tile. */
const countSql = (table: string) =>
  `(select case when reltuples >= 100000 then reltuples::int else (select count(*)::int from ${table}) end
      from pg_class where oid = '${table}'::regclass)`;

const DETAILS = `
  (select count(*)::int from members where created_at > now() - interval '7 days') as "newMembers",
  (select count(*)::int from packages where archived_at is null) as "packagesOnSale",
  (select count(*)::int from daily_briefs where status = 'draft') as "briefDrafts",
  (select count(*)::int from trade_alerts where created_at > now() - interval '1 day') as "alertsToday",
  (select count(*)::int from news where created_at > now() - interval '1 day') as "newsToday",
  (select count(*)::int from videos where is_free) as "freeVideos",
  ${countSql("movers")} as movers,
  (select count(*)::int from ads where status = 'published') as "publishedAds"`;

const TILES = SCREENS.filter(({ tile }) => tile);

/** How many records each tile's screen has, by its path, and the details. */
function countsSql(): string {
  const counted = TILES.flatMap(({ path, resource }) =>
    "entity" in resource ? [`${countSql(tableOf(resource))} as "${path}"`] : [],
  );
  return `select ${[...counted, DETAILS].join(", ")}`;
}

type Revenue = { total: string; completed: number; refunded: number };

const REVENUE = `
  select coalesce(sum(amount - refunded) filter (where status = 'COMPLETED'), 0) as total,
         coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::int as completed,
         coalesce(sum(refunds), 0)::int as refunded
    from payment_totals`;

type Figures = Details & { money: Revenue };

/** What a tile says beside its count, or in place of it, by the path of its screen. */
type TileText = {
  wide?: boolean;
  figure?: (figures: Figures) => string;
  note: (figures: Figures) => string;
};

const TILE_TEXTS: Record<string, TileText> = {
  "manage-users": { note: ({ newMembers }) => `${formatCount(newMembers)} new this week` },
  packages: { figure: ({ packagesOnSale }) => formatCount(packagesOnSale), note: () => "on sale" },
  "daily-brief": { note: ({ briefDrafts }) => pluralize(briefDrafts, "draft") },
  "stock-picks": { note: () => "in six categories" },
  "trade-alert": { note: ({ alertsToday }) => `${formatCount(alertsToday)} posted in 24 hours` },
  news: { note: ({ newsToday }) => `${formatCount(newsToday)} posted in 24 hours` },
  videos: { note: ({ freeVideos }) => `${freeVideos} free` },
  market: { note: ({ movers }) => pluralize(movers, "mover") },
  ads: { note: ({ publishedAds }) => `${formatCount(publishedAds)} published` },
  banner: { note: () => "on the home page" },
  payments: {
    wide: true,
    figure: ({ money }) => formatMoney(money.total),
    note: ({ money }) =>
      `${formatCount(money.completed)} completed${money.refunded ? `, less ${pluralize(money.refunded, "refund")}` : ""}`,
  },
};

const NO_REVENUE: Revenue = { total: "0", completed: 0, refunded: 0 };

/** The tiles of `/admin`; a figure is shown only to who may open its screen, others are told why not. */
export async function dashboardTiles(viewer: StaffViewer): Promise<StatTile[]> {
  const [[counts], [money]] = await Promise.all([
    query<Details & Record<string, number>>(countsSql()),
    can(viewer, "payments.read") ? query<Revenue>(REVENUE) : ([] as Revenue[]),
  ]);
  if (!counts) return [];
  const figures = { ...counts, money: money ?? NO_REVENUE };
  return TILES.map((screen) => {
    const { path, label } = screen;
    const { wide, figure, note } = TILE_TEXTS[path] ?? {};
    const reason = accessDeniedReason(screen, viewer.role);
    if (reason) return { label, wide, reason };
    return {
      label,
      wide,
      to: `/admin/${path}`,
      figure: figure?.(figures) ?? formatCount(counts[path] ?? 0),
      note: note?.(figures),
    };
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

async function deskTroubles(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "members.read")) return [];
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
