import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import {
  type AccessGrant,
  afterPurchase,
  purchaseError,
  replayGrants,
  withoutPeriod,
} from "~/access/entitlement.rules";

const now = new Date("2026-07-16T12:00:00Z");
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const basic = { tier: "Basic", until: null } as const;
const premium = (days: number) => ({ tier: "Premium" as const, until: inDays(days) });
const privately = (days: number) => ({ tier: "Private" as const, until: inDays(days) });

describe("purchaseError", () => {
  it("allows every paid plan without current access", () => {
    expect(purchaseError(basic, "Premium", now)).toBeUndefined();
    expect(purchaseError(privately(-1), "Premium", now)).toBeUndefined();
    expect(purchaseError(basic, "Basic", now)).toBe("not sold");
    expect(purchaseError(premium(3), "Basic", now)).toBe("not sold");
    expect(purchaseError(privately(0), "Premium", now)).toBeUndefined();
    // A Basic access with an end is still Basic.
    expect(purchaseError({ tier: "Basic", until: inDays(3) }, "Premium", now)).toBeUndefined();
  });

  it("refuses Premium while Private runs, and allows the reverse", () => {
    expect(purchaseError(privately(3), "Premium", now)).toBe("private runs");
    expect(purchaseError({ tier: "Private", until: null }, "Premium", now)).toBe("private runs");
    expect(purchaseError(premium(3), "Private", now)).toBeUndefined();
  });

  it("allows the same tier, unless its access has no end", () => {
    expect(purchaseError(premium(3), "Premium", now)).toBeUndefined();
    expect(purchaseError(privately(3), "Private", now)).toBeUndefined();
    expect(purchaseError({ tier: "Premium", until: null }, "Premium", now)).toBe("no end");
    expect(purchaseError({ tier: "Private", until: null }, "Private", now)).toBe("no end");
    expect(purchaseError({ tier: "Premium", until: null }, "Private", now)).toBeUndefined();
  });
});

describe("afterPurchase", () => {
  const buys = { tier: "Premium", days: 30 } as const;

  it("starts now without current access", () => {
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

  it("appends days of the same tier to the remaining ones", () => {
    expect(afterPurchase(premium(4), buys, now)).toEqual({
      entitlement: premium(34),
      period: { tier: "Premium", from: inDays(4), until: inDays(34) },
    });
  });

  it("replaces Premium by Private at once", () => {
    const bought = afterPurchase(premium(20), { tier: "Private", days: 30 }, now);
    expect(bought.entitlement).toEqual(privately(30));
    expect(bought.period.from).toEqual(now);
  });

  it("adds Premium days to a Private access that started since", () => {
    expect(afterPurchase(privately(10), buys, now).entitlement).toEqual(privately(40));
  });

  it("keeps an access without end", () => {
    expect(afterPurchase({ tier: "Premium", until: null }, buys, now)).toEqual({
      entitlement: { tier: "Premium", until: null },
      period: { tier: "Premium", from: now, until: inDays(30) },
    });
    // Private bought on a Premium without end replaces it, with its own end.
    const replaced = afterPurchase({ tier: "Premium", until: null }, { tier: "Private", days: 30 }, now);
    expect(replaced.entitlement).toEqual(privately(30));
  });

  it("adds exactly the paid days to the remaining ones, never before now", () => {
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
        // The bought tier, or the higher one that runs.
        expect([buy, "Private"]).toContain(entitlement.tier);
      }),
    );
  });
});

describe("replayGrants", () => {
  const at = (day: number) => ({ id: randomUUID(), since: inDays(day) });
  const bought = (day: number, tier: "Premium" | "Private" = "Premium", days = 30) => ({
    ...at(day),
    adds: { tier, days },
  });
  const rewarded = (day: number, days = 30) => ({ ...at(day), adds: { days } });
  const set = (day: number, tier: "Basic" | "Premium" | "Private", until: number | null) => ({
    ...at(day),
    sets: { tier, until: until === null ? null : inDays(until) },
  });
  const held = (...list: AccessGrant[]) => replayGrants(list).entitlement;

  it("appends periods of one tier, each with its own days", () => {
    const [first, second] = [bought(0), bought(10)] as const;
    const { entitlement, periods } = replayGrants([first, second]);
    expect(entitlement).toEqual(premium(60));
    expect(periods.get(first.id)).toEqual({ tier: "Premium", from: inDays(0), until: inDays(30) });
    expect(periods.get(second.id)).toEqual({ tier: "Premium", from: inDays(30), until: inDays(60) });
  });

  it("equals the replay of the others if one grant is removed", () => {
    expect(held(bought(0), bought(2))).toEqual(premium(60));
    expect(held(bought(2))).toEqual(premium(32));
  });

  it("adds a reward to the current access, but not to one without end", () => {
    expect(held(bought(0, "Private"), rewarded(1))).toEqual(privately(60));
    expect(held(rewarded(0))).toEqual(premium(30));
    expect(held(set(0, "Premium", 45), rewarded(0))).toEqual(premium(75));
    expect(held(set(0, "Premium", null), rewarded(1))).toEqual({ tier: "Premium", until: null });
  });

  it("keeps purchased days if a used-up reward is removed", () => {
    expect(held(rewarded(-40), bought(0))).toEqual(premium(30));
    expect(held(bought(0))).toEqual(premium(30));
  });

  it("restores the Premium that a refunded Private replaced", spec("beyond fault table money holds"), () => {
    const own = bought(-5);
    expect(held(own, bought(0, "Private"))).toEqual(privately(30));
    expect(held(own)).toEqual(premium(25));
  });

  it("starts again from what staff set", () => {
    expect(held(bought(0), set(1, "Basic", null))).toEqual(basic);
    expect(held(bought(0), set(1, "Premium", 3), bought(2))).toEqual(premium(33));
  });

  const day = fc.integer({ min: 0, max: 60 });
  const length = fc.integer({ min: 1, max: 90 });
  const tiers = fc.constantFrom("Premium" as const, "Private" as const);
  const anything = fc.oneof(
    fc.record({ tier: tiers, days: length }).map(
      (one) =>
        (from: number): AccessGrant =>
          bought(from, one.tier, one.days),
    ),
    length.map(
      (days) =>
        (from: number): AccessGrant =>
          rewarded(from, days),
    ),
    fc.record({ tier: tiers, until: fc.option(day) }).map(
      (one) =>
        (from: number): AccessGrant =>
          set(from, one.tier, one.until),
    ),
  );
  const lists = fc
    .array(fc.tuple(day, anything), { maxLength: 12 })
    .map((all) => all.toSorted(([one], [other]) => one - other).map(([from, make]) => make(from)));

  it("gives each purchase its days, never before its date", () => {
    fc.assert(
      fc.property(lists, (list) => {
        const { periods } = replayGrants(list);
        for (const got of list) {
          const period = periods.get(got.id);
          if ("sets" in got) {
            expect(period).toBeUndefined();
            continue;
          }
          expect(Number(period?.until) - Number(period?.from)).toBe(got.adds.days * 86_400_000);
          expect(Number(period?.from)).toBeGreaterThanOrEqual(Number(got.since));
        }
      }),
    );
  });
});

describe("withoutPeriod", () => {
  const period = { tier: "Premium", from: inDays(-10), until: inDays(20) } as const;

  it("removes the rest of the period, and ends no earlier than now", () => {
    expect(withoutPeriod(premium(40), period, now)).toEqual(premium(20));
    expect(withoutPeriod(premium(5), period, now)).toEqual(premium(0));
    expect(withoutPeriod(premium(40), { ...period, until: inDays(-1) }, now)).toEqual(premium(40));
  });

  it("keeps another tier, a past access and one without end", () => {
    for (const held of [privately(40), premium(-1), { tier: "Premium", until: null } as const, basic])
      expect(withoutPeriod(held, period, now)).toEqual(held);
  });
});
