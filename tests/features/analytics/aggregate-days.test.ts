import fc from "fast-check";
import {
  BEGINNING,
  expectedDay,
  type PlayedShop,
  playShop,
  SHOP_EVENTS,
} from "tests/support/histories/played-shop";
import { database, setUpOrm } from "tests/support/own-database";
import { insertRecord } from "tests/support/record-factories";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";

setUpOrm();
beforeEach(async () => {
  for (const table of [
    "payer_days",
    "revenue_days",
    "lock_revenue_days",
    "payments",
    "gifts",
    "orders",
    "members",
    "payment_totals",
  ])
    await database.rows(`delete from ${table}`);
});

async function addUp(): Promise<number> {
  const part = aggregateDays();
  let parts = 0;
  while ((await part()) > 0) parts += 1;
  return parts;
}

const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function record({ payments }: PlayedShop): Promise<void> {
  const members = new Map<number, string>();
  for (const { member, plan, tier, cents, currency, isGift, lockedPage, ...times } of payments) {
    if (!members.has(member)) members.set(member, await insertRecord(database, "members"));
    const buyer = members.get(member);
    await insertRecord(database, "payments", {
      ...{ member_id: buyer, plan, tier, currency, amount: (cents / 100).toFixed(2) },
      order_id: isGift
        ? await giftOrder(buyer, tier)
        : lockedPage && (await orderAtLock(buyer, tier, lockedPage)),
      created_at: moment(times.paidAt),
      payment_date: moment(times.paidAt),
      access_from: moment(times.accessFrom),
      expires_at: moment(times.accessUntil),
      refunded_at: moment(times.refundedAt),
    });
  }
}

/** The order of a gift, which names whose it is nowhere in the payment. */
async function giftOrder(buyer: string | undefined, tier: string): Promise<string | undefined> {
  const [order] = await database.rows<{ id: string }>(
    `insert into orders (member_id, plan_name, tier, amount, currency, days) values (?, 'Gift', ?, 29, 'USD', 30) returning id`,
    [buyer, tier],
  );
  await database.rows(
    "insert into gifts (order_id, buyer_id, tier, recipient_email, sender_name) values (?, ?, ?, 'aunt@demo.test', 'Ada')",
    [order?.id, buyer, tier],
  );
  return order?.id;
}

async function orderAtLock(
  buyer: string | undefined,
  tier: string,
  lockedPage: string,
): Promise<string | undefined> {
  const [order] = await database.rows<{ id: string }>(
    `insert into orders (member_id, plan_name, tier, amount, currency, days, locked_page)
     values (?, 'Plan', ?, 29, 'USD', 30, ?) returning id`,
    [buyer, tier, lockedPage],
  );
  return order?.id;
}

type Kept = Omit<ReturnType<typeof expectedDay>, "payers" | "money"> & { day: string; payers: number };

const keptPayers = () =>
  database.rows<Kept>(`
    select day::text, began, ended, first_payments as "firstPayments", returned, renewed,
           (entered + coalesce(sum(began - ended) over (order by day rows between unbounded preceding and 1 preceding), 0))::int as payers
      from payer_days order by day`);

const keptRevenue = () =>
  database.rows<{
    day: string;
    plan: string;
    payments: number;
    cents: string;
    refunds: number;
    refundedCents: string;
  }>(`
    select day::text, plan || ' ' || tier || ' ' || currency as plan, payments, (amount * 100)::bigint as cents, refunds,
           (refunded * 100)::bigint as "refundedCents" from revenue_days
    union all
    select day::text, 'at ' || page || ' ' || currency, payments, (amount * 100)::bigint, refunds, (refunded * 100)::bigint
      from lock_revenue_days order by 1, 2`);

const dayName = (day: number) => new Date(BEGINNING + day * 86_400_000).toISOString().slice(0, 10);

/** What all of several shops must have kept of a day. */
function sumOf(shops: readonly PlayedShop[], day: number) {
  const each = shops.map((shop) => expectedDay(shop, day));
  const sum = (key: "payers" | "began" | "ended" | "firstPayments" | "returned" | "renewed") =>
    each.reduce((total, of) => total + of[key], 0);
  const money = new Map<
    string,
    { payments: number; cents: number; refunds: number; refundedCents: number }
  >();
  for (const [plan, line] of each.flatMap((of) => Object.entries(of.money))) {
    const before = money.get(plan) ?? { payments: 0, cents: 0, refunds: 0, refundedCents: 0 };
    money.set(plan, {
      payments: before.payments + line.payments,
      cents: before.cents + line.cents,
      refunds: before.refunds + line.refunds,
      refundedCents: before.refundedCents + line.refundedCents,
    });
  }
  return {
    payers: {
      payers: sum("payers"),
      began: sum("began"),
      ended: sum("ended"),
      firstPayments: sum("firstPayments"),
      returned: sum("returned"),
      renewed: sum("renewed"),
    },
    money: Object.fromEntries(money),
  };
}

const NOTHING = sumOf([], 0);

async function expectKept(shops: readonly PlayedShop[]): Promise<void> {
  const days = Math.max(...shops.map(({ hours }) => hours)) / 24;
  const payers = new Map((await keptPayers()).map(({ day, ...counts }) => [day, counts]));
  const revenue = await keptRevenue();
  for (let day = 0; day < days; day += 1) {
    const expected = sumOf(shops, day);
    expect([dayName(day), payers.get(dayName(day)) ?? NOTHING.payers]).toEqual([
      dayName(day),
      expected.payers,
    ]);
    const lines = revenue.filter((line) => line.day === dayName(day));
    const money = lines.map(({ plan, payments, cents, refunds, refundedCents }) => [
      plan,
      { payments, cents: Number(cents), refunds, refundedCents: Number(refundedCents) },
    ]);
    expect([dayName(day), Object.fromEntries(money)]).toEqual([dayName(day), expected.money]);
  }
}

describe("aggregated days", () => {
  it("match the payments of fifty random shops", spec("beyond owner s numbers pays"), async () => {
    const histories = fc.sample(SHOP_EVENTS, { numRuns: 50, seed: 20261125 }).map(playShop);
    for (let first = 0; first < histories.length; first += 10) {
      const shops = histories.slice(first, first + 10);
      for (const table of ["payments", "payment_totals"]) await database.rows(`delete from ${table}`);
      for (const shop of shops) await record(shop);
      await addUp();
      await expectKept(shops);
    }
  });

  it("keep free readers when all days are aggregated again", async () => {
    const paidAt = Date.now() - 5 * 86_400_000;
    const member = await insertRecord(database, "members");
    const access = { access_from: moment(paidAt), expires_at: moment(paidAt + 86_400_000) };
    await insertRecord(database, "payments", { member_id: member, payment_date: moment(paidAt), ...access });
    await addUp();
    await database.rows("update payer_days set free_readers = 7 where day < current_date");
    // As after payments were brought in from elsewhere.
    await database.rows("update revenue_days set amount = amount + 1");
    expect(await addUp()).toBeGreaterThan(5);
    const days = await database.rows<{ days: number }>(
      "select count(*)::int as days from payer_days where day < current_date and free_readers = 7",
    );
    expect(days).toEqual([{ days: 5 }]);
    const [sums] = await database.rows<{ kept: string; paid: string }>(
      "select (select sum(amount) from revenue_days)::text as kept, (select sum(amount) from payments)::text as paid",
    );
    expect(sums?.kept).toBe(sums?.paid);
  });
});
