import { TIERS } from "db/entities/member";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, day, decimal, int, literal, text, timestamp } from "db/sql";
import { command, statement } from "db/statement.server";
import { formatCents } from "~/features/billing/money.rules";
import { log } from "~/platform/log.server";
import { COUNTED_UNTIL, DAY_BEGIN } from "./counted-until.server";
import { type DayFigures, type PaywallRevenue, type Slice, slicesBetween } from "./day-figures.rules";
import { sliceFigures } from "./slice-figures.queries.server";

/** A payment gets its date when its transaction begins. A transaction older than this has committed or failed. Minutes. */
const SETTLED_AFTER_MINUTES = 5;

const STATE = {
  countedUntil: COUNTED_UNTIL,
  /** The earliest payment, access or refund. */
  first: timestamp.orNull.from`least(
    (select min(payment_date) from payments where status = 'COMPLETED'),
    (select min(access_from) from payments where status = 'COMPLETED'),
    (select min(refunded_at) from payments where refunded_at is not null))`,
  settled: timestamp.from`clock_timestamp() - make_interval(mins => ${SETTLED_AFTER_MINUTES})`,
};
const READ_STATE = statement("analytics.state", STATE)`select ${STATE}`;

/**
 * Aggregates the missing days one at a time, today up to now, then compares the sums with the totals of all payments. If they
 * differ, as after an import of payments, it aggregates all days again, once.
 * @returns a function that does one part and returns 0 when nothing is left
 */
export function aggregateDays(): () => Promise<number> {
  let isSecondPass = false;
  return async () => {
    const slice = await nextSlice();
    if (slice) {
      await saveDay(slice);
      return 1;
    }
    if (!(await differsFromLedger())) return 0;
    log()[isSecondPass ? "error" : "warn"]({}, "the sums of days are not those of the payments");
    if (isSecondPass) return 0;
    isSecondPass = true;
    await clearDays();
    return 1;
  };
}

/** The next part to aggregate: the last unfinished day from its start, else the day after it. */
async function nextSlice(): Promise<Slice | undefined> {
  const state = await READ_STATE.first();
  if (!state) return undefined;
  const { countedUntil, first, settled } = state;
  const until = Number(settled);
  if (countedUntil === null)
    return slicesBetween(startOfDay(Math.min(Number(first ?? until), until)), until)[0];
  // Aggregated within the last minute.
  if (until - Number(countedUntil) < 60_000) return undefined;
  return slicesBetween(startOfDay(Number(countedUntil)), until)[0];
}

const DAY_MS = 86_400_000;
const startOfDay = (moment: number) => Math.floor(moment / DAY_MS) * DAY_MS;

const SAVE_PAYERS = command("analytics.save-payers")`
  insert into payer_days (day, counted_until, began, ended, entered, first_payments, returned, renewed, free_readers)
  values (${day("day")}, ${timestamp("until")}, ${int("began")}, ${int("ended")}, ${int("entered")},
          ${int("firstPayments")}, ${int("returned")}, ${int("renewed")}, ${int.orNull("freeReaders")})
  on conflict (day) do update
    set counted_until = excluded.counted_until, began = excluded.began, ended = excluded.ended, entered = excluded.entered,
        first_payments = excluded.first_payments, returned = excluded.returned, renewed = excluded.renewed,
        free_readers = coalesce(excluded.free_readers, payer_days.free_readers)`;

const CLEAR_REVENUE = command("analytics.clear-revenue")`delete from revenue_days where day = ${day("day")}`;

const SAVE_REVENUE = command("analytics.save-revenue")`
  insert into revenue_days (day, plan, tier, currency, payments, amount, refunds, refunded)
  select ${day("day")}, line.* from unnest(
    ${array(text)("plans")}::text[], ${array(literal(TIERS))("tiers")}::text[], ${array(text)("currencies")}::text[],
    ${array(int)("payments")}::int[], ${array(decimal)("amounts")}::numeric[], ${array(int)("refunds")}::int[],
    ${array(decimal)("refunded")}::numeric[]) as line`;

const CLEAR_PAYWALLS = command(
  "analytics.clear-paywalls",
)`delete from lock_revenue_days where day = ${day("day")}`;

const SAVE_PAYWALLS = command("analytics.save-paywalls")`
  insert into lock_revenue_days (day, page, currency, payments, amount, refunds, refunded)
  select ${day("day")}, line.* from unnest(
    ${array(text)("pages")}::text[], ${array(text)("currencies")}::text[], ${array(int)("payments")}::int[],
    ${array(decimal)("amounts")}::numeric[], ${array(int)("refunds")}::int[],
    ${array(decimal)("refunded")}::numeric[]) as line`;

async function saveDay(slice: Slice): Promise<void> {
  const figures = await sliceFigures(slice);
  const isRunning = slice.until < slice.dayStart + DAY_MS;
  const freeReaders = isRunning ? ((await FREE_READERS.first())?.count ?? null) : null;
  await em().transactional((manager) => writeDay(manager, slice, figures, freeReaders));
}

async function writeDay(
  manager: EntityManager,
  { dayStart, until }: Slice,
  { payers, revenue, locks }: DayFigures,
  freeReaders: number | null,
): Promise<void> {
  const on = new Date(dayStart).toISOString().slice(0, 10);
  // First, as it locks the day's row until the transaction ends.
  await SAVE_PAYERS.run({ day: on, until: new Date(until), ...payers, freeReaders }, manager);
  await CLEAR_REVENUE.run({ day: on }, manager);
  const lines = {
    plans: revenue.map(({ packageName }) => packageName),
    tiers: revenue.map(({ tier }) => tier),
    ...moneyColumns(revenue),
  };
  await SAVE_REVENUE.run({ day: on, ...lines }, manager);
  await CLEAR_PAYWALLS.run({ day: on }, manager);
  const pages = locks.map(({ page }) => page);
  await SAVE_PAYWALLS.run({ day: on, pages, ...moneyColumns(locks) }, manager);
}

const moneyColumns = (lines: readonly Omit<PaywallRevenue, "page">[]) => ({
  currencies: lines.map(({ currency }) => currency),
  payments: lines.map(({ payments }) => payments),
  amounts: lines.map(({ cents }) => formatCents(cents)),
  refunds: lines.map(({ refunds }) => refunds),
  refunded: lines.map(({ refundedCents }) => formatCents(refundedCents)),
});

/** Members with a paid tier that they did not pay for: opened by staff, gifts, free trials, referral days. */
const FREE_READERS = statement("analytics.free-readers", { count: int })`
  select count(*)::int as count from members m
   where m.subscription <> 'Basic' and m.status = 'active' and (m.subscription_expires_at is null or m.subscription_expires_at > now())
     and not exists (
       select from payments p
        where p.member_id = m.id and p.status = 'COMPLETED' and p.refunded_at is null and p.amount > 0
          and p.access_from <= now() and p.expires_at > now())`;

/** Whether the aggregated days plus the payments since differ from the payment totals. */
const DIFFERS = statement("analytics.differs-from-ledger", { differs: bool })`
  with last as materialized (select ${COUNTED_UNTIL.sql} as counted_until)
  select exists (
    select from (
      select currency, payments, amount, refunds, refunded from revenue_days
      union all select currency, 1, amount, 0, 0 from payments, last
       where status = 'COMPLETED' and payment_date >= counted_until
      union all select currency, 0, 0, 1, amount from payments, last
       where status = 'COMPLETED' and refunded_at is not null and refunded_at >= counted_until
      union all select currency, -count, -amount, -refunds, -refunded from payment_totals where status = 'COMPLETED'
    ) as sums
    group by currency
   having (sum(payments), sum(amount), sum(refunds), sum(refunded)) <> (0, 0, 0, 0)) as differs`;

const differsFromLedger = async () => (await DIFFERS.first())?.differs === true;

/** Free readers can only be counted on the day itself, so their counts stay. */
const CLEAR_ALL = {
  payers: command("analytics.clear-all-payers")`
    update payer_days
       set counted_until = ${DAY_BEGIN}, began = 0, ended = 0, entered = 0, first_payments = 0, returned = 0,
           renewed = 0`,
  revenue: command("analytics.clear-all-revenue")`delete from revenue_days`,
  locks: command("analytics.clear-all-paywalls")`delete from lock_revenue_days`,
};

const clearDays = () =>
  em().transactional(async (manager) => {
    await CLEAR_ALL.payers.run({}, manager);
    await CLEAR_ALL.revenue.run({}, manager);
    await CLEAR_ALL.locks.run({}, manager);
  });
