import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PackageReader, packageState } from "~/features/billing/plans/package-state.rules";

const NOW = new Date("2026-07-16T12:00:00Z");
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);
const basic = { tier: "Basic", days: null } as const;
const premium = { tier: "Premium", days: 30 } as const;
const privately = { tier: "Private", days: 30 } as const;

const tiers = fc.constantFrom("Basic" as const, "Premium" as const, "Private" as const);
const ends = fc.option(
  fc.integer({ min: 1, max: 4000 }).map((hours) => inDays(hours / 24)),
  { nil: undefined },
);
const bonuses = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
const readers = fc.oneof(
  fc.constant(undefined),
  fc.record({ tier: tiers, until: ends, bonusDays: bonuses }),
) as fc.Arbitrary<PackageReader>;
const lengths = fc.integer({ min: 1, max: 4000 });

describe("packageState", () => {
  it("counts purchased days from now", () => {
    expect(packageState(premium, undefined, NOW)).toEqual({ kind: "open", until: inDays(30) });
    expect(packageState({ ...premium, days: 1 }, undefined, NOW)).toEqual({ kind: "open", until: inDays(1) });
  });

  it("offers the tier of a running trial, with days from the trial's end", () => {
    const trial = { tier: "Premium", until: inDays(10), isTrial: true } as const;
    const bought = { kind: "open", until: inDays(40), trialUntil: inDays(10) };
    expect(packageState(premium, trial, NOW)).toEqual(bought);
    expect(packageState(premium, { ...trial, bonusDays: 30 }, NOW)).toMatchObject({
      until: inDays(70),
      bonusDays: 30,
    });
    expect(packageState(premium, { ...trial, isTrial: false }, NOW)).toEqual({
      kind: "current",
      until: inDays(10),
    });
    expect(packageState(privately, trial, NOW)).toEqual({
      ...{ kind: "open", until: inDays(30), replaces: { tier: "Premium", daysLeft: 10 } },
    });
    expect(packageState(premium, { ...trial, tier: "Private" }, NOW)).toEqual({
      kind: "waits",
      until: inDays(10),
    });
  });

  it("never sells Basic", () => {
    expect(packageState(basic, { tier: "Premium" }, NOW)).toEqual({ kind: "included" });
    expect(packageState({ tier: "Basic", days: 30 }, { tier: "Premium" }, NOW)).toEqual({ kind: "included" });
    expect(packageState(basic, undefined, NOW)).toEqual({ kind: "included" });
    expect(packageState(basic, { tier: "Basic" }, NOW)).toEqual({ kind: "current" });
    fc.assert(
      fc.property(readers, fc.option(lengths), (reader, days) => {
        const kind = reader?.tier === "Basic" ? "current" : "included";
        expect(packageState({ tier: "Basic", days }, reader, NOW)).toEqual({ kind });
      }),
    );
  });

  it("never sells a package without days", () => {
    expect(packageState({ tier: "Premium", days: null }, { tier: "Basic" }, NOW)).toEqual({
      kind: "included",
    });
    expect(packageState({ tier: "Private", days: null }, { tier: "Private" }, NOW)).toEqual({
      kind: "included",
    });
  });

  it("does not offer the current plan again", () => {
    const until = inDays(9);
    expect(packageState(premium, { tier: "Premium", until }, NOW)).toEqual({ kind: "current", until });
    expect(packageState(premium, { tier: "Premium" }, NOW)).toEqual({ kind: "current" });
    expect(packageState(privately, { tier: "Private", until }, NOW)).toEqual({ kind: "current", until });
  });

  it("makes Premium wait for the end of Private", () => {
    fc.assert(
      fc.property(lengths, ends, bonuses, (days, until, bonusDays) => {
        const reader = { tier: "Private" as const, until, bonusDays };
        expect(packageState({ tier: "Premium", days }, reader, NOW)).toEqual({ kind: "waits", until });
      }),
    );
  });

  it("lets Private replace Premium at once, and reports the lost days", () => {
    const open = { kind: "open", until: inDays(30) };
    expect(packageState(privately, { tier: "Premium", until: inDays(15.5) }, NOW)).toEqual({
      ...open,
      replaces: { tier: "Premium", daysLeft: 16 },
    });
    expect(packageState(privately, { tier: "Premium" }, NOW)).toEqual({
      ...open,
      replaces: { tier: "Premium" },
    });
    for (const reader of [undefined, { tier: "Basic" } as const]) {
      expect(packageState(privately, reader, NOW)).not.toHaveProperty("replaces");
    }
    fc.assert(
      fc.property(lengths, ends, bonuses, (days, until, bonusDays) => {
        const state = packageState({ tier: "Private", days }, { tier: "Premium", until, bonusDays }, NOW);
        expect(state).toEqual({
          kind: "open",
          until: inDays(days + (bonusDays ?? 0)),
          bonusDays: bonusDays || undefined,
          replaces: {
            tier: "Premium",
            daysLeft: until && Math.ceil((until.getTime() - NOW.getTime()) / DAY_MS),
          },
        });
      }),
    );
  });

  it("includes referral days, and omits them if there are none", () => {
    expect(packageState(premium, { tier: "Basic", bonusDays: 30 }, NOW)).toEqual({
      kind: "open",
      bonusDays: 30,
      until: inDays(60),
    });
    const none = packageState(premium, { tier: "Basic", bonusDays: 0 }, NOW);
    expect(none).toEqual({ kind: "open", until: inDays(30) });
    expect(none.kind === "open" && none.bonusDays).toBeUndefined();
  });

  it("never sells a lower tier while a higher one runs", () => {
    fc.assert(
      fc.property(tiers, lengths, readers, (tier, days, reader) => {
        const state = packageState({ tier, days }, reader, NOW);
        const sold = tier !== "Basic" && tier !== reader?.tier && reader?.tier !== "Private";
        expect(state.kind === "open").toBe(sold);
      }),
    );
  });
});
