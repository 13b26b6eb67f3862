import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { parseCents } from "~/features/billing/money.rules";
import {
  chosenLength,
  groupByPlan,
  isSameLength,
  lengthValue,
  monthPrice,
  type PlanPart,
  savedPercent,
} from "~/features/billing/plans/plan-lengths.rules";

const part = (name: string, days: number | null, more: Partial<PlanPart> = {}): PlanPart => ({
  tier: "Premium",
  currency: "USD",
  name,
  days,
  ...more,
});
const daysIn = (parts: readonly PlanPart[]) => groupByPlan(parts).map((plan) => plan.map(({ days }) => days));

describe("groupByPlan", () => {
  it(
    "groups packages of the same tier and name into one plan, the shortest first",
    spec("beyond plans several lengths one"),
    () => {
      expect(
        daysIn([part("Premium", 365), part("Private", 30), part(" PREMIUM ", 30), part("premium", 90)]),
      ).toEqual([[30, 90, 365], [30]]);
    },
  );

  it.each([
    ["another name", { name: "Premium desk" }],
    ["another tier", { tier: "Private" }],
    ["another currency", { currency: "EUR" }],
    ["space inside of the name", { name: "Pre mium" }],
  ])("separates %s", (_, more) => {
    expect(daysIn([part("Premium", 30), part("Premium", 365, more)])).toEqual([[30], [365]]);
  });

  it("separates packages without an end and duplicate lengths", () => {
    expect(daysIn([part("Basic", null), part("Basic", 30), part("Basic", null)])).toEqual([
      [null],
      [30],
      [null],
    ]);
    expect(daysIn([part("Premium", 30), part("Premium", 30), part("Premium", 90)])).toEqual([[30, 90], [30]]);
  });

  const parts = fc.array(
    fc.record({
      tier: fc.constantFrom("Premium", "Private"),
      currency: fc.constantFrom("USD", "EUR"),
      name: fc.constantFrom("Gold", "gold ", "Silver"),
      days: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
    { maxLength: 30 },
  );

  it("keeps every package exactly once, and each length once per plan", () => {
    fc.assert(
      fc.property(parts, (packages) => {
        const plans = groupByPlan(packages);
        expect(new Set(plans.flat())).toEqual(new Set(packages));
        expect(plans.flat()).toHaveLength(packages.length);
        for (const plan of plans)
          for (const [index, one] of plan.entries())
            for (const other of plan.slice(index + 1)) {
              expect(isSameLength({ ...one, days: other.days }, other)).toBe(true);
              expect(one.days).toBeLessThan(other.days ?? 0);
            }
        // A package is alone only if its plan has no other, if it has no end, or if its length exists twice.
        for (const [one, ...others] of plans) {
          if (!one || others.length > 0 || one.days === null) continue;
          const peers = packages.filter(
            (peer) => peer !== one && peer.days !== null && isSameLength({ ...peer, days: one.days }, one),
          );
          if (peers.length > 0) expect(peers.map(({ days }) => days)).toContain(one.days);
        }
      }),
    );
  });
});

const price = (amount: string, days: number, currency = "USD") => ({ amount, days, currency });

describe("monthPrice", () => {
  it.each([
    ["29.00", 30, "29.00"],
    ["290.00", 365, "23.84"],
    ["10.00", 7, "42.86"],
    // Half a cent rounds up: 0.05 for 60 days is 0.025 for thirty.
    ["0.05", 60, "0.03"],
    ["0.01", 3660, "0.00"],
    ["9999999999.99", 1, "299999999999.70"],
  ])("%s for %d days is %s", (amount, days, month) => {
    expect(monthPrice(price(amount, days))).toBe(month);
  });

  it("has no decimals in currencies without them", () => {
    expect(monthPrice(price("2900.00", 365, "JPY"))).toBe("238.00");
    expect(monthPrice(price("25.00", 60, "JPY"))).toBe("13.00");
  });

  const amounts = fc.bigInt({ min: 1n, max: 10n ** 12n });
  const lengths = fc.integer({ min: 1, max: 3660 });

  it("is at most half a cent off, and rounds half up", spec("beyond plans several lengths one"), () => {
    fc.assert(
      fc.property(amounts, lengths, (cents, days) => {
        const amount = `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
        const off = 2n * (parseCents(monthPrice(price(amount, days))) * BigInt(days) - cents * 30n);
        expect(off <= BigInt(days) && off > -BigInt(days)).toBe(true);
      }),
    );
  });
});

describe("savedPercent", () => {
  it.each([
    ["290.00", 365, "29.00", 30, 17],
    ["58.00", 60, "29.00", 30, undefined],
    ["57.43", 60, "29.00", 30, undefined],
    ["57.42", 60, "29.00", 30, 1],
    ["70.00", 60, "29.00", 30, undefined],
    ["29.00", 30, "29.00", 30, undefined],
    ["0.01", 3660, "100.00", 1, 99],
  ])("%s for %d days compared with %s for %d: %s", (amount, days, other, otherDays, percent) => {
    expect(savedPercent(price(amount, days), price(other, otherDays))).toBe(percent);
  });

  it("does not compare currencies", () => {
    expect(savedPercent(price("1.00", 365, "EUR"), price("29.00", 30))).toBeUndefined();
  });

  const prices = fc
    .tuple(fc.integer({ min: 1, max: 10 ** 7 }), fc.integer({ min: 1, max: 3660 }))
    .map(([cents, days]) => ({ cents, ...price((cents / 100).toFixed(2), days) }));

  it(
    "is never above the actual saving, and less than one per cent below it",
    spec("beyond plans several lengths one"),
    () => {
      fc.assert(
        fc.property(prices, prices, (length, other) => {
          const percent = BigInt(savedPercent(length, other) ?? 0);
          // The price per day, multiplied by both lengths, compared with the stated saving and one per cent
          // more.
          const paid = BigInt(length.cents) * BigInt(other.days) * 100n;
          const usual = BigInt(other.cents) * BigInt(length.days);
          if (percent > 0n) expect(paid <= usual * (100n - percent)).toBe(true);
          expect(paid > usual * (100n - percent - 1n)).toBe(true);
          expect(savedPercent(length, length)).toBeUndefined();
        }),
      );
    },
  );
});

it("a length's form value carries the package, and the coupon code if there is one", () => {
  expect(chosenLength(lengthValue("id"))).toEqual({ packageId: "id", coupon: undefined });
  expect(chosenLength(lengthValue("id", "WELCOME20"))).toEqual({ packageId: "id", coupon: "WELCOME20" });
  expect(chosenLength("")).toEqual({ packageId: "", coupon: undefined });
});
