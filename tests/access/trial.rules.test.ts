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
    "is for who never had access nor a trial, has no payment on its way, and stays",
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

  it("is of the days that were promised, and of none where something else was sent", () => {
    expect(promisedDays("14")).toBe(14);
    expect(promisedDays("90")).toBe(90);
    for (const sent of [undefined, "", "0", "014", "1.5", "1e1", "-3", "100", " 7", "seven"])
      expect([sent, promisedDays(sent)]).toEqual([sent, undefined]);
  });

  it("that ends within the days of a mail has told them already; the mails of later ends are still to come", () => {
    const told = [1, 2, 6, 7, 8, 90].map((days) => [days, initialReminderStep(days)]);
    expect(told).toEqual([
      ...[[1, 1]],
      ...[2, 6, 7].map((days) => [days, 7]),
      ...[8, 90].map((days) => [days, undefined]),
    ]);
  });

  it("is compared by tier, and says where plans of one tier differ", () => {
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
  "what is bought during a trial and given back leaves the trial's days, whenever that is",
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
