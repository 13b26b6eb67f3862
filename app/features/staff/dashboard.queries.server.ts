import { type Column, decimal, int, type RowOf, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { tableOf } from "~/admin-kit/find.server";
import { can } from "~/features/auth/permissions.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { STALE_AFTER_MINUTES } from "~/features/markets/quotes.rules";
import { SCREENS } from "~/features/registry.server";
import { formatCount, formatMoney, pluralize } from "~/ui/format";
import type { StatTile } from "~/ui/stat-tiles";
import { pendingDrafts } from "./drafts.queries.server";
import { accessDeniedReason } from "./screen-access.server";

/** Exact where tables are small; the large ones by the planner's estimate, which is near enough for a tile. */
const countOf = (table: string) => int.from`(
  select case when reltuples >= 100000 then reltuples::int else (select count(*)::int from ${raw(table)}) end
    from pg_class where oid = ${raw(`'${table}'`)}::regclass)`;

/** What the tiles tell beside how many records there are. */
const DETAILS = {
  newMembers: int.from`(select count(*)::int from members where created_at > now() - interval '7 days')`,
  packagesOnSale: int.from`(select count(*)::int from packages where archived_at is null)`,
  briefDrafts: int.from`(select count(*)::int from daily_briefs where status = 'draft')`,
  alertsToday: int.from`(select count(*)::int from trade_alerts where created_at > now() - interval '1 day')`,
  newsToday: int.from`(select count(*)::int from news where created_at > now() - interval '1 day')`,
  freeVideos: int.from`(select count(*)::int from videos where is_free)`,
  movers: countOf("movers"),
  publishedAds: int.from`(select count(*)::int from ads where status = 'published')`,
};
type Details = RowOf<typeof DETAILS>;

const TILES = SCREENS.filter(({ tile }) => tile);

/** How many records each tile's screen has, by its path. */
const COUNTED = Object.fromEntries(
  TILES.flatMap(({ path, resource }) =>
    "entity" in resource ? [[path, countOf(tableOf(resource))] as const] : [],
  ),
);
const FIGURES: typeof DETAILS & { [path: string]: Column<number, object> } = { ...COUNTED, ...DETAILS };
const READ_FIGURES = statement("dashboard.figures", FIGURES)`select ${FIGURES}`;

const MONEY = {
  total: decimal.from`coalesce(sum(amount - refunded) filter (where status = 'COMPLETED'), 0)`,
  completed: int.from`coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::int`,
  refunded: int.from`coalesce(sum(refunds), 0)::int`,
};
type Revenue = RowOf<typeof MONEY>;

const REVENUE = statement("dashboard.revenue", MONEY)`select ${MONEY} from payment_totals`;

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
  const [counts, money] = await Promise.all([
    READ_FIGURES.first(),
    can(viewer, "payments.read") ? REVENUE.first() : undefined,
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

const STUCK = sql`from orders where status in ('approved', 'capturing') and updated_at < now() - interval '15 minutes'`;

const TROUBLES = {
  stuck: int.from`(select count(*)::int ${STUCK})`,
  stuckMember: uuid.orNull.from`(select member_id ${STUCK} order by updated_at limit 1)`,
  failed: int.from`(select count(*)::int from mails where state = 'failed')`,
  stale: int.from`(select count(*)::int from (
    select 1 from quotes where updated_at <= now() - make_interval(mins => ${STALE_AFTER_MINUTES}) limit 1000) as old)`,
  ending: int.from`(select count(*)::int from members
    where subscription <> 'Basic' and subscription_expires_at between now() and now() + interval '7 days')`,
};
const COUNT_TROUBLES = statement("dashboard.troubles", TROUBLES)`select ${TROUBLES}`;

/** What somebody should look at; an empty list is good news. */
export async function attentionItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  const [troubles, drafts] = await Promise.all([deskTroubles(viewer), pendingDrafts(viewer)]);
  const waiting = drafts.map((draft): AttentionItem => ({ ...draft, tone: "warn", word: "Draft" }));
  return [...troubles, ...waiting].filter(({ count }) => count > 0);
}

async function deskTroubles(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "members.read")) return [];
  const found = await COUNT_TROUBLES.first();
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
