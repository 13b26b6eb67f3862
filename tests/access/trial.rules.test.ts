import fc from "fast-check";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { replayGrants } from "~/access/entitlement.rules";
import {
  initialReminderStep,
  promisedDays,
  type TrialFacts,
  trialRefusal,
  trialsByTier,
} from "~/access/trials/trial.rules";

const NEW: TrialFacts = {
  stays: true,
  reads: false,
  hadAccess: false,
  hadTrial: false,
  deviceTried: false,
  awaitsPayment: false,
};

describe("a trial", () => {
  it(
    "is for members without earlier access, trial or pending payment",
    spec("beyond plan may tried so"),
    () => {
      expect(trialRefusal(NEW)).toBeUndefined();
      expect(trialRefusal({ ...NEW, stays: false })).toBe("leaving");
      expect(trialRefusal({ ...NEW, hadTrial: true })).toBe("had a trial");
      expect(trialRefusal({ ...NEW, hadTrial: true, reads: true, hadAccess: true })).toBe("had a trial");
      expect(trialRefusal({ ...NEW, reads: true, hadAccess: true })).toBe("already has access");
      expect(trialRefusal({ ...NEW, hadAccess: true })).toBe("had access");
      expect(trialRefusal({ ...NEW, deviceTried: true })).toBe("browser tried");
      expect(trialRefusal({ ...NEW, deviceTried: true, hadAccess: true })).toBe("had access");
      expect(trialRefusal({ ...NEW, deviceTried: true, awaitsPayment: true })).toBe("browser tried");
      expect(trialRefusal({ ...NEW, awaitsPayment: true })).toBe("payment pending");
    },
  );

  it("has the promised days, and is refused if the form sent others", () => {
    expect(promisedDays("14")).toBe(14);
    expect(promisedDays("90")).toBe(90);
    for (const sent of [undefined, "", "0", "014", "1.5", "1e1", "-3", "100", " 7", "seven"])
      expect([sent, promisedDays(sent)]).toEqual([sent, undefined]);
  });

  it("shorter than the reminder period skips that reminder; later reminders are still sent", () => {
    const steps = [1, 2, 6, 7, 8, 90].map((days) => [days, initialReminderStep(days)]);
    expect(steps).toEqual([
      ...[[1, 1]],
      ...[2, 6, 7].map((days) => [days, 7]),
      ...[8, 90].map((days) => [days, undefined]),
    ]);
  });

  it("is compared by tier, with the differences between plans of one tier", () => {
    const plan = (tier: "Premium" | "Private", days?: number) => ({
      tier,
      trial: days ? { days } : undefined,
    });
    expect(trialsByTier([plan("Premium"), plan("Private")])).toEqual({});
    expect(trialsByTier([plan("Premium", 14), plan("Premium", 14), plan("Private", 1)])).toEqual({
      Premium: "14 days",
      Private: "1 day",
    });
    expect(trialsByTier([plan("Premium", 7), plan("Premium", 30)])).toEqual({ Premium: "up to 30 days" });
  });
});

it(
  "keeps its days when a purchase during the trial is refunded, at any time",
  spec("beyond bought claimed during trial"),
  () => {
    const DAY = 86_400_000;
    const begun = new Date("2026-07-16T12:00:00Z");
    const after = (days: number) => new Date(begun.getTime() + days * DAY);
    const tiers = fc.constantFrom("Premium" as const, "Private" as const);
    const days = fc.integer({ min: 1, max: 90 });
    const share = fc.double({ min: 0, max: 0.99, noNaN: true });
    fc.assert(
      fc.property(tiers, tiers, days, days, share, (tried, bought, trialDays, boughtDays, at) => {
        const trial = { id: "trial", since: begun, adds: { tier: tried, days: trialDays } };
        const purchase = {
          id: "purchase",
          since: after(trialDays * at),
          adds: { tier: bought, days: boughtDays },
        };
        const { until } = replayGrants([trial, purchase]).entitlement;
        expect(Number(until)).toBeGreaterThan(Number(purchase.since));
        expect(replayGrants([trial]).entitlement).toEqual({ tier: tried, until: after(trialDays) });
      }),
    );
  },
);
