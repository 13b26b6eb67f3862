import { IsolationLevel } from "@mikro-orm/core";
import { PayerDay, RevenueDay } from "db/entities/payer-day";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em, isDatabaseUnavailable } from "db/orm.server";
import { bool, day, int, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { parseCents } from "~/features/billing/money.rules";
import { log } from "~/platform/log.server";
import type { AnalyticsData, RevenueOfDay, StoredDay } from "./analytics.rules";
import { COUNTED_UNTIL } from "./counted-until.server";
import { addPayers, NO_PAYERS, type Slice, slicesBetween, sumRevenueByPlan } from "./day-figures.rules";
import { readPaywalls } from "./paywall-figures.queries.server";
import type { PaywallData, PaywallRevenueOfDay } from "./paywalls.rules";
import { type DateRange, type Days, daysOf } from "./ranges.rules";
import { sliceFigures } from "./slice-figures.queries.server";

const STATE = {
  now: timestamp.from`clock_timestamp()`,
  countedUntil: COUNTED_UNTIL,
  first: day.orNull.from`least((select min(day) from payer_days), (select min(day) from lock_days))`,
  anyPayment: bool.from`exists (select from payment_totals where status = 'COMPLETED' and count > 0)`,
};
const READ_STATE = statement("analytics.known", STATE)`select ${STATE}`;

const FROM = day("from");

const COUNTS = columns(PayerDay, "day", "began", "ended", "entered", "firstPayments", "returned", "renewed");
const DAY = { ...COUNTS, ...columns(PayerDay, "freeReaders") };
const DAYS = statement(
  "analytics.days",
  DAY,
)`select ${DAY} from payer_days where day >= ${FROM} order by day`;

const BEFORE = { payers: int.from`coalesce(sum(began - ended), 0)::int` };
const PAYERS_BEFORE = statement("analytics.payers-before", BEFORE)`
  select ${BEFORE} from payer_days where day < ${FROM}`;

const LINE = columns(
  RevenueDay,
  "day",
  "packageName",
  "tier",
  "currency",
  "payments",
  "amount",
  "refunds",
  "refunded",
);
const REVENUE = statement("analytics.revenue", LINE)`
  select ${LINE} from revenue_days where day >= ${FROM} order by day, plan, tier, currency`;

/** Days that are not aggregated are computed from the payments, up to this long. */
const LIVE_MS = 2 * 86_400_000;

const dayName = (moment: number | Date) => new Date(moment).toISOString().slice(0, 10);

/** Which paywall figures to load. There is a row for every page and day. */
export type PaywallQuery = {
  /** Lists this many pages with the most clicks, and as many with the most payments. */
  most: number;
  /** If loading them takes too long, the other figures are returned without them. */
  optional?: true;
};

/**
 * The figures of a range and of the range before it: aggregated days, then the payments since. If the hourly task is days behind,
 * the days after it are missing.
 */
export async function loadAnalytics(range: DateRange, locks?: PaywallQuery): Promise<AnalyticsData> {
  // One snapshot: a day that is aggregated in the meantime would be counted twice.
  return em().transactional((manager) => readAnalytics(range, locks, manager), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

async function readAnalytics(
  range: DateRange,
  asked: PaywallQuery | undefined,
  within: EntityManager,
): Promise<AnalyticsData> {
  const state = await READ_STATE.first({}, within);
  if (!state) throw new Error("The database returned no state");
  const { now, countedUntil, first, anyPayment } = state;
  const today = dayName(now);
  const { days, before } = daysOf(range, first ?? today, today);
  const from = before?.from ?? days.from;
  const isLive = countedUntil !== null && Number(now) - Number(countedUntil) <= LIVE_MS;
  const live = isLive ? await liveDays(slicesBetween(Number(countedUntil), Number(now)), within) : [];
  const stored = await DAYS.all({ from }, within);
  const payersBefore = await PAYERS_BEFORE.first({ from }, within);
  const revenue = await REVENUE.all({ from }, within);
  const lines = revenue.map(
    ({ amount, refunded, ...line }): RevenueOfDay => ({
      ...line,
      cents: parseCents(amount),
      refundedCents: parseCents(refunded),
    }),
  );
  const isBehind = anyPayment && !isLive;
  const lastDay = lastDayOf(countedUntil, today, isBehind);
  const liveLocks = live.flatMap(({ locks }) => locks);
  return {
    range,
    countedUntil,
    isBehind,
    anyPayment,
    days,
    before,
    lastDay,
    payersBefore: payersBefore?.payers ?? 0,
    byDay: withLive(stored, live),
    revenue: [...lines, ...live.flatMap(({ revenue: since }) => since)],
    locks: asked && (await readPaywallsOrSkip(asked, { from: days.from, to: lastDay }, liveLocks, within)),
  };
}

async function readPaywallsOrSkip(
  { most, optional }: PaywallQuery,
  days: Days,
  live: readonly PaywallRevenueOfDay[],
  within: EntityManager,
): Promise<PaywallData | undefined> {
  try {
    return await within.transactional((manager) => readPaywalls(days, live, most, manager));
  } catch (error) {
    if (!optional || isDatabaseUnavailable(error)) throw error;
    log().warn({ err: error }, "paywall figures not loaded");
    return undefined;
  }
}

/** Days that are not aggregated have no figures, unless there is no payment at all. */
function lastDayOf(countedUntil: Date | null, today: string, isBehind: boolean): string {
  if (!isBehind) return today;
  // Counted until midnight: the day before is the last one.
  return countedUntil === null ? "1970-01-01" : dayName(Number(countedUntil) - 1);
}

type LiveDay = {
  day: string;
  payers: Omit<StoredDay, "day" | "freeReaders">;
  revenue: RevenueOfDay[];
  locks: PaywallRevenueOfDay[];
};

async function liveDays(slices: readonly Slice[], within: EntityManager): Promise<LiveDay[]> {
  const live: LiveDay[] = [];
  for (const slice of slices) {
    const on = dayName(slice.dayStart);
    const { payers, revenue, locks } = await sliceFigures(slice, within);
    live.push({
      day: on,
      payers,
      locks: locks.map((line) => ({ day: on, ...line })),
      revenue: sumRevenueByPlan(revenue).map((line) => ({ day: on, ...line })),
    });
  }
  return live;
}

/** Merges live days into the stored ones. */
function withLive(stored: readonly StoredDay[], live: readonly LiveDay[]): StoredDay[] {
  const days = new Map(stored.map((each) => [each.day, each]));
  for (const { day: on, payers } of live) {
    const known = days.get(on);
    const sum = addPayers(known ?? NO_PAYERS, payers);
    days.set(on, { day: on, ...sum, freeReaders: known?.freeReaders ?? null });
  }
  return [...days.values()];
}
