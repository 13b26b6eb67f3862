import { IsolationLevel } from "@mikro-orm/core";
import { PayerDay, RevenueDay } from "db/entities/payer-day";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em, isDatabaseUnavailable } from "db/orm.server";
import { bool, day, int, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { centsOf } from "~/features/billing/money.rules";
import { log } from "~/platform/log.server";
import { COUNTED_UNTIL } from "./counted-until.server";
import { addPayers, addRevenue, NO_PAYERS, type Slice, slicesBetween } from "./day-figures.rules";
import { readLocks } from "./lock-figures.queries.server";
import type { KnownLocks, LockRevenueOfDay } from "./locks.rules";
import type { KnownDay, KnownNumbers, RevenueOfDay } from "./numbers.rules";
import { type Days, daysOf, type NumbersRange } from "./ranges.rules";
import { sliceFigures } from "./slice-figures.queries.server";

const STATE = {
  now: timestamp.from`clock_timestamp()`,
  countedUntil: COUNTED_UNTIL,
  first: day.orNull.from`least((select min(day) from payer_days), (select min(day) from lock_days))`,
  anyPayment: bool.from`exists (select from payment_totals where status = 'COMPLETED' and count > 0)`,
};
const READ_STATE = statement("numbers.known", STATE)`select ${STATE}`;

const FROM = day("from");

const COUNTS = columns(PayerDay, "day", "began", "ended", "entered", "firstPayments", "returned", "renewed");
const DAY = { ...COUNTS, ...columns(PayerDay, "freeReaders") };
const DAYS = statement("numbers.days", DAY)`select ${DAY} from payer_days where day >= ${FROM} order by day`;

const BEFORE = { payers: int.from`coalesce(sum(began - ended), 0)::int` };
const PAYERS_BEFORE = statement("numbers.payers-before", BEFORE)`
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
const REVENUE = statement("numbers.revenue", LINE)`
  select ${LINE} from revenue_days where day >= ${FROM} order by day, plan, tier, currency`;

/** What is not added up is read from the payments themselves as long as it is no more than this. */
const LIVE_MS = 2 * 86_400_000;

const dayName = (moment: number | Date) => new Date(moment).toISOString().slice(0, 10);

/** What is wanted of locks, which are counted by every page and day. */
export type LocksAsked = {
  /** So many of the pages whose locks are followed most are listed, and as many of those that brought most payments. */
  most: number;
  /** Where they are too many for the moment, the figures of money stand without them. */
  beside?: true;
};

/**
 * What is known of a range and of the one before it: the days that are added up, and since then the payments themselves. Where the
 * hour's task is days behind, the days after it are left out.
 */
export async function knownNumbers(range: NumbersRange, locks?: LocksAsked): Promise<KnownNumbers> {
  // Of one moment: a day that is added up meanwhile would be in here twice.
  return em().transactional((manager) => readNumbers(range, locks, manager), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

async function readNumbers(
  range: NumbersRange,
  asked: LocksAsked | undefined,
  within: EntityManager,
): Promise<KnownNumbers> {
  const state = await READ_STATE.first({}, within);
  if (!state) throw new Error("The database told no state");
  const { now, countedUntil, first, anyPayment } = state;
  const today = dayName(now);
  const { days, before } = daysOf(range, first ?? today, today);
  const from = before?.from ?? days.from;
  const isLive = countedUntil !== null && Number(now) - Number(countedUntil) <= LIVE_MS;
  const live = isLive ? await liveDays(slicesBetween(Number(countedUntil), Number(now)), within) : [];
  const kept = await DAYS.all({ from }, within);
  const payersBefore = await PAYERS_BEFORE.first({ from }, within);
  const revenue = await REVENUE.all({ from }, within);
  const lines = revenue.map(
    ({ amount, refunded, ...line }): RevenueOfDay => ({
      ...line,
      cents: centsOf(amount),
      refundedCents: centsOf(refunded),
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
    byDay: withLive(kept, live),
    revenue: [...lines, ...live.flatMap(({ revenue: since }) => since)],
    locks: asked && (await readAsked(asked, { from: days.from, to: lastDay }, liveLocks, within)),
  };
}

async function readAsked(
  { most, beside }: LocksAsked,
  days: Days,
  live: readonly LockRevenueOfDay[],
  within: EntityManager,
): Promise<KnownLocks | undefined> {
  try {
    return await within.transactional((manager) => readLocks(days, live, most, manager));
  } catch (error) {
    if (!beside || isDatabaseUnavailable(error)) throw error;
    log().warn({ err: error }, "locks not read");
    return undefined;
  }
}

/** Of days that nobody has added up nothing is known, unless nobody ever paid. */
function lastDayOf(countedUntil: Date | null, today: string, isBehind: boolean): string {
  if (!isBehind) return today;
  // Counted until midnight, the day before it is the last one.
  return countedUntil === null ? "1970-01-01" : dayName(Number(countedUntil) - 1);
}

type LiveDay = {
  day: string;
  payers: Omit<KnownDay, "day" | "freeReaders">;
  revenue: RevenueOfDay[];
  locks: LockRevenueOfDay[];
};

async function liveDays(slices: readonly Slice[], within: EntityManager): Promise<LiveDay[]> {
  const live: LiveDay[] = [];
  for (const slice of slices) {
    const on = dayName(slice.dayStart);
    const { payers, revenue, locks } = await sliceFigures(slice, within);
    live.push({
      ...{ day: on, payers, locks: locks.map((line) => ({ day: on, ...line })) },
      revenue: addRevenue(revenue).map((line) => ({ day: on, ...line })),
    });
  }
  return live;
}

/** Each day once. */
function withLive(kept: readonly KnownDay[], live: readonly LiveDay[]): KnownDay[] {
  const days = new Map(kept.map((each) => [each.day, each]));
  for (const { day: on, payers } of live) {
    const known = days.get(on);
    const sum = addPayers(known ?? NO_PAYERS, payers);
    days.set(on, { day: on, ...sum, freeReaders: known?.freeReaders ?? null });
  }
  return [...days.values()];
}
