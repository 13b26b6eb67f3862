import { COUNT_LIMIT } from "db/query.server";
import { decimal, int, type RowOf, raw, sql, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { tableOf } from "~/admin-kit/find.server";
import { can, isNarrowedBelow } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { callTitle } from "~/features/calls/calls.rules";
import { countOverdueByCause } from "~/features/calls/settlement/overdue-calls.queries.server";
import { unconfirmedDifferences } from "~/features/calls/settlement/result-checks.queries.server";
import { resultText } from "~/features/calls/settlement/result-checks.rules";
import { lastLedgerCheck, MAX_PROBLEMS } from "~/features/calls/verification/ledger-checks.queries.server";
import { instrumentPath } from "~/features/markets/instruments/instrument.rules";
import { MOST_WAITING, waitingJumps } from "~/features/markets/instruments/price-jumps.queries.server";
import { staleAfter } from "~/features/markets/quotes.rules";
import { SCREENS } from "~/features/registry.server";
import { type RecordCounts, recordCounts } from "~/platform/record-counts.server";
import { formatCount, formatMoney, pluralize } from "~/ui/format";
import type { StatTile } from "~/ui/stat-tiles";
import { readBesideOr } from "~/web/optional-parts.server";
import type { RequestArgs } from "~/web/request-args.server";
import { pendingDrafts } from "./drafts.queries.server";
import { reviewItems } from "./review-items.server";
import { accessDeniedReason } from "./screen-access.server";

/** Figures of the tiles in addition to record counts. */
const RECENT = {
  newMembers: int.from`(select count(*)::int from members where created_at > now() - interval '7 days')`,
  packagesOnSale: int.from`(select count(*)::int from packages where archived_at is null)`,
  alertsToday: int.from`(select count(*)::int from trade_alerts where status = 'published' and created_at > now() - interval '1 day' and created_at <= now())`,
  newsToday: int.from`(select count(*)::int from news where created_at > now() - interval '1 day' and created_at <= now())`,
};
const READ_RECENT = statement("dashboard.recent", RECENT)`select ${RECENT}`;

const TILES = SCREENS.filter(({ tile }) => tile);

const MONEY = {
  total: decimal.from`coalesce(sum(amount - refunded) filter (where status = 'COMPLETED'), 0)`,
  completed: int.from`coalesce(sum(count) filter (where status = 'COMPLETED'), 0)::int`,
  refunded: int.from`coalesce(sum(refunds), 0)::int`,
};
type Revenue = RowOf<typeof MONEY>;

const REVENUE = statement("dashboard.revenue", MONEY)`select ${MONEY} from payment_totals`;

type Figures = RowOf<typeof RECENT> & { money: Revenue; counts: RecordCounts };

/** A tile's note, and its figure if that is not the count. */
type TileText = {
  wide?: boolean;
  /** What the figure counts, in the singular; sums have a unit instead. */
  noun?: string;
  unit?: string;
  figure?: (figures: Figures) => string;
  note: (figures: Figures) => string;
};

const TILE_TEXTS: Record<string, TileText> = {
  "manage-users": { noun: "member", note: ({ newMembers }) => `${formatCount(newMembers)} new this week` },
  packages: {
    noun: "package",
    figure: ({ packagesOnSale }) => formatCount(packagesOnSale),
    note: () => "on sale",
  },
  "daily-brief": {
    noun: "brief",
    note: ({ counts }) => pluralize(counts("daily_briefs", { status: "draft" }), "draft"),
  },
  "stock-picks": { noun: "pick", note: () => "in six categories" },
  "trade-alert": {
    noun: "alert",
    note: ({ alertsToday }) => `${formatCount(alertsToday)} in the last 24 hours`,
  },
  news: { noun: "article", note: ({ newsToday }) => `${formatCount(newsToday)} in the last 24 hours` },
  videos: { noun: "video", note: ({ counts }) => `${counts("videos", { is_free: true })} free` },
  market: { noun: "quote", note: ({ counts }) => pluralize(counts("movers"), "mover") },
  ads: {
    noun: "ad",
    note: ({ counts }) => `${formatCount(counts("ads", { status: "published" }))} published`,
  },
  banner: { noun: "banner", note: () => "on the home page" },
  payments: {
    wide: true,
    unit: "received",
    figure: ({ money }) => formatMoney(money.total),
    note: ({ money }) =>
      `${formatCount(money.completed)} completed${money.refunded ? `, less ${pluralize(money.refunded, "refund")}` : ""}`,
  },
};

const NO_REVENUE: Revenue = { total: "0", completed: 0, refunded: 0 };

/** The tiles of `/admin`; people without access to a screen see the reason instead of its figure. */
export async function dashboardTiles(viewer: StaffViewer): Promise<StatTile[]> {
  const [counts, recent, money] = await Promise.all([
    recordCounts(),
    READ_RECENT.first(),
    can(viewer, "payments.read") ? REVENUE.first() : undefined,
  ]);
  if (!recent) return [];
  const figures = { ...recent, counts, money: money ?? NO_REVENUE };
  return TILES.filter(({ readers }) => !isNarrowedBelow(viewer, readers.permission)).map((screen) => {
    const { path, label, resource } = screen;
    const { wide, figure: sum, noun, unit, note } = TILE_TEXTS[path] ?? {};
    const reason = accessDeniedReason(screen, viewer);
    if (reason) return { label, wide, reason };
    const figure = sum?.(figures) ?? formatCount("entity" in resource ? counts(tableOf(resource)) : 0);
    return {
      label,
      wide,
      to: `/admin/${path}`,
      figure,
      unit: unit ?? (noun && `${noun}${figure === "1" ? "" : "s"}`),
      note: note?.(figures),
    };
  });
}

export type AttentionItem = {
  count: number;
  /** There are more: counting stopped there. */
  capped?: boolean;
  tone: "bad" | "warn";
  word: string;
  text: string;
  action: { label: string; to: string };
};

/** The states of unfinished orders, which every order has for a while. */
const UNFINISHED = ["approved", "capturing", "unknown"] as const;

const longestWaiting = (status: (typeof UNFINISHED)[number]) => sql`
  (select member_id, updated_at from orders where status = ${raw(`'${status}'`)} order by updated_at limit 1)`;

const PROBLEMS = {
  atWork: int.from`(select count(*)::int from orders
    where status in ('approved', 'capturing', 'unknown') and updated_at >= now() - interval '15 minutes')`,
  stuckMember: uuid.orNull.from`(select member_id from (
    ${longestWaiting("approved")} union all ${longestWaiting("capturing")}
    union all ${longestWaiting("unknown")}) as waiting order by updated_at limit 1)`,
  stale: int.from`(select count(*)::int from (
    select 1 from quotes where updated_at <= now() - make_interval(mins => ${int("staleAfter")}) limit ${COUNT_LIMIT + 1}) as old)`,
  ending: int.from`(select count(*)::int from members
    where subscription <> 'Basic' and subscription_expires_at between now() and now() + interval '7 days')`,
};
const COUNT_TROUBLES = statement("dashboard.troubles", PROBLEMS)`select ${PROBLEMS}`;

/** The items that need attention, without those that are late; an empty whole list is good news. */
export async function attentionItems(
  args: RequestArgs,
  viewer: StaffViewer,
): Promise<{ items: AttentionItem[]; isWhole: boolean }> {
  const part = (name: string, read: () => Promise<AttentionItem[]>) =>
    readBesideOr(args, `${name} of the dashboard not read`, read, undefined);
  const parts = await Promise.all([
    part("reviews", () => reviewItems(viewer)),
    part("ledger’s problems", () => ledgerItems(viewer)),
    part("price jumps", () => priceItems(viewer)),
    part("overdue calls", () => callItems(viewer)),
    part("revised results", () => resultItems(viewer)),
    part("desk", async () => deskItems(viewer, await recordCounts())),
    part("drafts", async () => draftItems(viewer, await recordCounts())),
  ]);
  const items = parts.flatMap((found) => found ?? []).filter(({ count }) => count > 0);
  return { items, isWhole: !parts.includes(undefined) };
}

const draftItems = (viewer: StaffViewer, counts: RecordCounts): AttentionItem[] =>
  pendingDrafts(viewer, counts).map((draft) => ({ ...draft, tone: "warn", word: "Draft" }));

async function ledgerItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "members.read")) return [];
  const problems = (await lastLedgerCheck())?.problems ?? [];
  return [
    {
      count: problems.length,
      capped: problems.length >= MAX_PROBLEMS,
      tone: "bad",
      word: "Changed",
      text: `in the ledger of calls, changed from outside the site: ${problems[0]}`,
      action: { label: "See the public check", to: "/track-record/verify" },
    },
  ];
}

/** Price jumps that block calls until somebody reviews them, the earliest first. */
async function priceItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "markets.write")) return [];
  const jumps = await waitingJumps();
  const [first] = jumps;
  if (!first) return [];
  const { symbol, day, before, close, instrumentId } = first;
  return [
    {
      count: jumps.length,
      capped: jumps.length >= MOST_WAITING,
      tone: "bad",
      word: "Waiting",
      text: `${jumps.length === 1 ? "price" : "prices"} that look like a split block the settlement of calls: ${symbol} went from ${before} to ${close} on ${day}`,
      action: { label: "Review the price", to: instrumentPath(instrumentId, "splits") },
    },
  ];
}

const OVERDUE = {
  currency: "with prices in another currency",
  price: "without a closing price",
} as const;

/** Calls that would stay open forever and be in no figure. */
async function callItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "trade-alerts.publish")) return [];
  const overdue = await countOverdueByCause();
  return overdue.map(({ cause, count, capped, first }) => ({
    count,
    capped,
    tone: "bad",
    word: "Overdue",
    text: `${count === 1 ? "call has been past its end date" : "calls have been past their end dates"} for more than a week ${OVERDUE[cause]}`,
    action: { label: "Close the oldest by hand", to: `/admin/calls/${first}` },
  }));
}

/** Results that differ from the current prices: the first ones individually, the others as a count. */
async function resultItems(viewer: StaffViewer): Promise<AttentionItem[]> {
  if (!can(viewer, "trade-alerts.publish")) return [];
  const { calls, more, capped, next } = await unconfirmedDifferences();
  const named = calls.map(
    ({ id, says, direction, name, ...result }): AttentionItem => ({
      count: 1,
      tone: "warn",
      word: "Revised",
      text: `${callTitle({ direction, name })}: the record says ${resultText(result)}, current prices give: ${says}`,
      action: { label: "Correct or confirm it", to: `/admin/calls/${id}` },
    }),
  );
  const others: AttentionItem = {
    count: more,
    capped,
    tone: "warn",
    word: "Revised",
    text: `more ${more === 1 ? "result" : "results"} that current prices would change`,
    action: { label: "Open the next", to: `/admin/calls/${next}` },
  };
  return [...named, others];
}

async function deskItems(viewer: StaffViewer, counts: RecordCounts): Promise<AttentionItem[]> {
  if (!can(viewer, "members.read")) return [];
  const found = await COUNT_TROUBLES.first({ staleAfter: staleAfter() });
  if (!found) return [];
  const unfinished = UNFINISHED.map((status) => counts("orders", { status })).reduce((a, b) => a + b);
  const stuck = unfinished - found.atWork;
  const failed = counts("mails", { state: "failed" });
  return [
    {
      count: stuck,
      tone: "bad",
      word: "Stuck",
      text: `${stuck === 1 ? "order" : "orders"} approved but not captured for over 15 minutes`,
      // People who may see payments get the list; others the member who has waited longest.
      action: can(viewer, "payments.read")
        ? { label: "Check with PayPal again", to: "/admin/payments/access" }
        : { label: "Open the member", to: `/admin/manage-users/${found.stuckMember}` },
    },
    {
      count: failed,
      tone: "bad",
      word: "Failed",
      text: `${failed === 1 ? "email" : "emails"} that could not be delivered`,
      action: { label: "See the email log", to: "/admin/mails?state=failed" },
    },
    {
      count: Math.min(found.stale, COUNT_LIMIT),
      capped: found.stale > COUNT_LIMIT,
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
