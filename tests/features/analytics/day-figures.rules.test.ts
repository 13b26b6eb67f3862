import fc from "fast-check";
import {
  at,
  BEGINNING,
  expectedDay,
  playShop,
  SHOP_EVENTS,
  type ShopPayment,
} from "tests/support/histories/played-shop";
import { casesOf } from "tests/support/sample";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  addPayers,
  addPaywallRevenue,
  type DayFigures,
  figuresOf,
  NO_PAYERS,
  type RevenueFigures,
  slicesBetween,
  sumRevenueByPlan,
} from "~/features/analytics/day-figures.rules";
import type { CompletedPayment } from "~/features/analytics/paid-access.rules";

const asRead = ({ member, plan, cents, ...payment }: ShopPayment): CompletedPayment => ({
  ...payment,
  accessTier: payment.tier,
  memberId: String(member),
  packageName: plan,
  cents: BigInt(cents),
});

type Money = Pick<RevenueFigures, "payments" | "cents" | "refunds" | "refundedCents">;

const inNumbers = ({ payments, cents, refunds, refundedCents }: Money) => ({
  ...{ payments, cents: Number(cents), refunds, refundedCents: Number(refundedCents) },
});

const moneyOf = ({ revenue, locks }: Pick<DayFigures, "revenue" | "locks">) =>
  Object.fromEntries([
    ...revenue.map((line) => [`${line.packageName} ${line.tier} ${line.currency}`, inNumbers(line)]),
    ...locks.map((line) => [`at ${line.page} ${line.currency}`, inNumbers(line)]),
  ]);

const wholeDay = (day: number) => ({ dayStart: at(day * 24), from: at(day * 24), until: at(day * 24 + 24) });

/** Whom the database would be asked for: all payments of members that something happened to. */
function touched(payments: readonly CompletedPayment[], from: number, until: number): CompletedPayment[] {
  const within = (moment: number | null) => moment !== null && moment >= from && moment <= until;
  const who = new Set(
    payments
      .filter(({ paidAt, accessFrom, accessUntil, refundedAt }) =>
        [paidAt, accessFrom, accessUntil, refundedAt].some(within),
      )
      .map(({ memberId }) => memberId),
  );
  return payments.filter(({ memberId }) => who.has(memberId));
}

describe("the figures of days", () => {
  it(
    "match an hour-by-hour count for random histories",
    spec("beyond gift s buyer sees", "beyond owner s numbers pays", "beyond fault table money holds"),
    () => {
      fc.assert(
        fc.property(SHOP_EVENTS, (events) => {
          const shop = playShop(events);
          const payments = shop.payments.map(asRead);
          expect(shop.mismatches).toEqual([]);
          let atTheEnd = 0;
          for (let day = 0; day < shop.hours / 24; day += 1) {
            const slice = wholeDay(day);
            const { payers, ...came } = figuresOf(touched(payments, slice.from, slice.until), slice);
            const { entered, ...counts } = payers;
            const found = { payers: atTheEnd + entered, ...counts, money: moneyOf(came) };
            expect(found).toEqual(expectedDay(shop, day));
            atTheEnd += payers.began - payers.ended;
          }
          expect(atTheEnd).toBe(0);
        }),
        { numRuns: casesOf(10_000), seed: 20261125 },
      );
    },
  );

  it("are the sum of any parts of a day", () => {
    fc.assert(
      fc.property(
        SHOP_EVENTS,
        fc.integer({ min: 0, max: 13 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 23 })),
        (events, day, cuts) => {
          const payments = playShop(events).payments.map(asRead);
          const bounds = [0, ...cuts.toSorted((one, other) => one - other), 24].map((hour) =>
            at(day * 24 + hour),
          );
          const parts = bounds.slice(1).map((until, index) => {
            const from = bounds[index] ?? until;
            return figuresOf(touched(payments, from, until), { dayStart: at(day * 24), from, until });
          });
          const whole = figuresOf(payments, wholeDay(day));
          expect(parts.map(({ payers }) => payers).reduce(addPayers, NO_PAYERS)).toEqual(whole.payers);
          const revenue = sumRevenueByPlan(parts.flatMap((part) => part.revenue));
          const locks = addPaywallRevenue(parts.flatMap((part) => part.locks));
          expect(moneyOf({ revenue, locks })).toEqual(moneyOf(whole));
        },
      ),
      { numRuns: 1_000, seed: 20261125 },
    );
  });

  it("are zero without payments", () => {
    expect(figuresOf([], wholeDay(0))).toEqual({ payers: NO_PAYERS, revenue: [], locks: [] });
  });
});

describe("slices", () => {
  it("are the days between two moments, with a partial first and last day", () => {
    expect(slicesBetween(at(22), at(49))).toEqual([
      { dayStart: BEGINNING, from: at(22), until: at(24) },
      { dayStart: at(24), from: at(24), until: at(48) },
      { dayStart: at(48), from: at(48), until: at(49) },
    ]);
    expect(slicesBetween(at(24), at(24))).toEqual([]);
  });
});
