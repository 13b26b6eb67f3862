import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  afterPurchase,
  afterRefund,
  heldPart,
  isLost,
  purchaseError,
  remainingMs,
} from "~/features/entitlements/entitlement.rules";

const now = new Date("2026-07-16T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const basic = { tier: "Basic", until: null } as const;
const premium = (days: number) => ({ tier: "Premium" as const, until: inDays(days) });
const privately = (days: number) => ({ tier: "Private" as const, until: inDays(days) });

describe("purchaseError", () => {
  it("sells everything but Basic to who holds nothing, or what is over", () => {
    expect(purchaseError(basic, "Premium", now)).toBeUndefined();
    expect(purchaseError(privately(-1), "Premium", now)).toBeUndefined();
    expect(purchaseError(basic, "Basic", now)).toBe("not sold");
    expect(purchaseError(premium(3), "Basic", now)).toBe("not sold");
    expect(purchaseError(privately(0), "Premium", now)).toBeUndefined();
    // Basic with an end is Basic.
    expect(purchaseError({ tier: "Basic", until: inDays(3) }, "Premium", now)).toBeUndefined();
  });

  it("lets Premium wait for Private's end, not the other way round", () => {
    expect(purchaseError(privately(3), "Premium", now)).toBe("private runs");
    expect(purchaseError({ tier: "Private", until: null }, "Premium", now)).toBe("private runs");
    expect(purchaseError(premium(3), "Private", now)).toBeUndefined();
  });

  it("adds days to the same tier, unless it has no end", () => {
    expect(purchaseError(premium(3), "Premium", now)).toBeUndefined();
    expect(purchaseError(privately(3), "Private", now)).toBeUndefined();
    expect(purchaseError({ tier: "Premium", until: null }, "Premium", now)).toBe("no end");
    expect(purchaseError({ tier: "Private", until: null }, "Private", now)).toBe("no end");
    expect(purchaseError({ tier: "Premium", until: null }, "Private", now)).toBeUndefined();
  });
});

describe("afterPurchase", () => {
  const buys = { tier: "Premium", days: 30 } as const;

  it("starts now for who holds nothing, or what is over", () => {
    for (const held of [
      basic,
      premium(-2),
      premium(0),
      privately(-2),
      { tier: "Basic", until: inDays(9) } as const,
    ]) {
      expect(afterPurchase(held, buys, now)).toEqual({
        entitlement: premium(30),
        period: { tier: "Premium", from: now, until: inDays(30) },
      });
    }
  });

  it("puts the days of the same tier behind what is left", () => {
    expect(afterPurchase(premium(4), buys, now)).toEqual({
      entitlement: premium(34),
      period: { tier: "Premium", from: inDays(4), until: inDays(34) },
    });
  });

  it("lets Private replace Premium at once", () => {
    const bought = afterPurchase(premium(20), { tier: "Private", days: 30 }, now);
    expect(bought.entitlement).toEqual(privately(30));
    expect(bought.period.from).toEqual(now);
  });

  it("gives the days of Premium to a Private that began meanwhile", () => {
    expect(afterPurchase(privately(10), buys, now).entitlement).toEqual(privately(40));
  });

  it("leaves without an end what has none", () => {
    expect(afterPurchase({ tier: "Premium", until: null }, buys, now)).toEqual({
      entitlement: { tier: "Premium", until: null },
      period: { tier: "Premium", from: now, until: inDays(30) },
    });
    // Private bought on a Premium without an end replaces it, and has its own.
    const replaced = afterPurchase({ tier: "Premium", until: null }, { tier: "Private", days: 30 }, now);
    expect(replaced.entitlement).toEqual(privately(30));
  });

  it("gives exactly the days that were paid for, behind what is left and never before now", () => {
    const tier = fc.constantFrom("Basic" as const, "Premium" as const, "Private" as const);
    const bought = fc.constantFrom("Premium" as const, "Private" as const);
    const end = fc.option(fc.integer({ min: -400, max: 400 }).map(inDays));
    fc.assert(
      fc.property(tier, end, bought, fc.integer({ min: 1, max: 400 }), (held, until, buy, days) => {
        const { entitlement, period } = afterPurchase({ tier: held, until }, { tier: buy, days }, now);
        expect(period.until.getTime() - period.from.getTime()).toBe(days * 86_400_000);
        expect(period.from >= now).toBe(true);
        expect(period.tier).toBe(entitlement.tier);
        expect(entitlement.until === null || entitlement.until >= inDays(days)).toBe(true);
        // What was paid for is had: the tier that was bought, or the higher one that runs.
        expect([buy, "Private"]).toContain(entitlement.tier);
      }),
    );
  });
});

describe("afterRefund", () => {
  const access = (tier: "Premium" | "Private", from: number, until: number) => ({
    tier,
    from: inDays(from),
    until: inDays(until),
  });

  it("ends the access that was bought, at once", () => {
    expect(afterRefund(premium(20), access("Premium", -10, 20), [], now)).toEqual({
      tier: "Premium",
      until: now,
    });
  });

  it("takes only the days of the refunded payment", () => {
    const other = access("Premium", -10, 20);
    expect(afterRefund(premium(50), access("Premium", 20, 50), [other], now)).toEqual(premium(20));
    expect(afterRefund(premium(50), other, [access("Premium", 20, 50)], now)).toEqual(premium(30));
  });

  it("gives back the Premium that a refunded Private had replaced", () => {
    const others = [access("Premium", -5, 25)];
    expect(afterRefund(privately(30), access("Private", 0, 30), others, now)).toEqual(premium(25));
  });

  it("gives back the longest of several, and none that is over", () => {
    const refunded = access("Private", 0, 30);
    const of = (...others: ReturnType<typeof access>[]) => afterRefund(privately(30), refunded, others, now);
    const [short, long] = [access("Premium", -5, 10), access("Premium", 10, 25)];
    expect(of(short, long)).toEqual(premium(25));
    expect(of(long, short)).toEqual(premium(25));
    expect(of(access("Premium", -40, -10), access("Premium", -30, 0))).toEqual(privately(0));
    // Of the refunded tier itself nothing comes back: its own days are counted in what is held.
    expect(of(access("Private", 30, 60))).toEqual(privately(0));
  });

  it("takes what is to come of the access, not what was used of it", () => {
    expect(afterRefund(premium(40), access("Premium", -10, 20), [], now)).toEqual(premium(20));
    expect(afterRefund(premium(40), access("Premium", -40, -10), [], now)).toEqual(premium(40));
    // More than is held, as when staff shortened it: it ends now, not in the past.
    expect(afterRefund(premium(5), access("Premium", -10, 20), [], now)).toEqual(premium(0));
    const over = premium(0);
    expect(afterRefund(over, access("Premium", -10, 20), [access("Private", 0, 9)], now)).toBe(over);
  });

  it("leaves alone what the payment did not buy", () => {
    expect(afterRefund(privately(9), access("Premium", -5, 25), [], now)).toEqual(privately(9));
    const endless = { tier: "Premium", until: null } as const;
    expect(afterRefund(endless, access("Premium", -5, 25), [], now)).toEqual(endless);
    expect(afterRefund(basic, access("Premium", -5, 25), [], now)).toEqual(basic);
  });
});

it(
  "an access was held until another of its tier began: nobody loses days that were bought after its own were lost",
  spec("beyond fault table money holds"),
  () => {
    const period = (tier: "Premium" | "Private", from: number, until: number, since = from) => ({
      ...{ tier, from: inDays(from), until: inDays(until), since: inDays(since) },
    });
    // Premium, replaced by a Private that ran out, and bought again.
    const [lost, again] = [period("Premium", -10, 20), period("Premium", -2, 28)];
    expect(heldPart(lost, [again])).toEqual(period("Premium", -10, -2));
    // What was lost before it could begin takes nothing from what was bought afterwards, and was never held.
    const ahead = period("Premium", 20, 50, -9);
    expect(heldPart(again, [lost, ahead])).toBe(again);
    expect(heldPart(ahead, [again])).toEqual({ ...ahead, until: ahead.from });
    expect(afterRefund(premium(28), heldPart(lost, [again]), [again], now)).toEqual(premium(28));
    expect(heldPart(again, [lost])).toBe(again);
    expect(heldPart(lost, [period("Premium", 5, 9), period("Premium", 3, 5)])).toEqual(
      period("Premium", -10, 3),
    );
    for (const other of [period("Premium", 20, 50), period("Premium", -40, -10), period("Private", -5, 5)])
      expect(heldPart(lost, [other])).toBe(lost);
  },
);

it(
  "days that a dearer tier took the place of are lost when it ran out, and come back when it is given back",
  spec("beyond fault table money holds"),
  () => {
    const got = (tier: "Premium" | "Private", from: number, until: number, takenBack?: number) => ({
      ...{ tier, from: inDays(from), until: inDays(until), since: inDays(Math.min(from, -10)) },
      takenBackAt: takenBack === undefined ? null : inDays(takenBack),
    });
    const replaced = got("Premium", -10, 20);
    const behind = got("Premium", 20, 50);
    const lost = (...dearer: ReturnType<typeof got>[]) =>
      [replaced, behind].map((access) => isLost(access, [replaced, behind, ...dearer], now));
    expect(lost()).toEqual([false, false]);
    expect(lost(got("Private", -5, 5))).toEqual([false, false]);
    expect(lost(got("Private", -5, -3))).toEqual([true, true]);
    expect(lost(got("Private", -5, 0))).toEqual([true, true]);
    expect(lost(got("Private", -5, 5, 0))).toEqual([false, false]);
    // One that ran out, and one that was given back later; and the two without a gap, which are one.
    expect(lost(got("Private", -5, -3), got("Private", -2, 5, 0))).toEqual([true, true]);
    expect(lost(got("Private", -5, -2), got("Private", -2, 5, 0))).toEqual([false, false]);
    // Given back before it began.
    expect(lost(got("Private", -5, -3), got("Private", -3, 5, -4))).toEqual([true, true]);
    expect(isLost(got("Private", -5, 5), [got("Private", -4, -3)], now)).toBe(false);
    expect(isLost({ ...replaced, since: inDays(-1) }, [got("Private", -5, -3)], now)).toBe(false);
  },
);

it("what is to come of an access begins now or when it begins, and is never less than nothing", () => {
  const left = (from: number, until: number) =>
    remainingMs({ tier: "Premium", from: inDays(from), until: inDays(until) }, now) / 86_400_000;
  expect(left(-10, 20)).toBe(20);
  expect(left(5, 20)).toBe(15);
  expect(left(0, 20)).toBe(20);
  expect(left(-20, -10)).toBe(0);
  expect(left(-20, 0)).toBe(0);
});

it("a purchase that is refunded at once leaves the days there were", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (left, days) => {
      const { entitlement, period } = afterPurchase(premium(left), { tier: "Premium", days }, now);
      expect(afterRefund(entitlement, period, [], now)).toEqual(premium(left));
    }),
  );
});
