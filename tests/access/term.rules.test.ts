import { describe, expect, it } from "vitest";
import { accessEndToShow, entitlementText, losesTerm } from "~/access/term.rules";

const NOW = new Date("2026-07-16T12:00:00Z");
const EARLIER = new Date("2026-07-01T00:00:00Z");
const LATER = new Date("2026-08-14T00:00:00Z");

it("a tier change loses a term only if the paid tier has an end and changes", () => {
  expect(losesTerm({ tier: "Premium", until: LATER }, "Basic")).toBe(true);
  expect(losesTerm({ tier: "Private", until: LATER }, "Premium")).toBe(true);
  expect(losesTerm({ tier: "Premium", until: LATER }, "Premium")).toBe(false);
  expect(losesTerm({ tier: "Premium", until: null }, "Basic")).toBe(false);
  expect(losesTerm({ tier: "Basic", until: LATER }, "Premium")).toBe(false);
});

describe("the end next to a payment", () => {
  const paid = (accessUntil: Date | null) => ({ tier: "Premium" as const, accessUntil });

  it("is the member's current end while they have the purchased tier", () => {
    expect(accessEndToShow(paid(EARLIER), { tier: "Premium", until: LATER }, NOW)).toBe(LATER);
    expect(accessEndToShow(paid(LATER), { tier: "Premium", until: null }, NOW)).toBeNull();
  });

  it("is the payment's own end after that, and empty without one", () => {
    for (const held of [undefined, { tier: "Basic", until: null } as const]) {
      expect(accessEndToShow(paid(EARLIER), held, NOW)).toBe(EARLIER);
      expect(accessEndToShow(paid(NOW), held, NOW)).toBe(NOW);
      expect(accessEndToShow(paid(LATER), held, NOW)).toBeUndefined();
      expect(accessEndToShow(paid(null), held, NOW)).toBeUndefined();
    }
  });
});

it("an entitlement shows its end if it has one", () => {
  expect(entitlementText({ tier: "Premium", until: LATER }, "UTC")).toBe("Premium until 14 August 2026");
  expect(entitlementText({ tier: "Premium", until: LATER }, "UTC", "short-date")).toBe(
    "Premium until 14 Aug 2026",
  );
  expect(entitlementText({ tier: "Private", until: LATER.toISOString() }, "America/New_York")).toBe(
    "Private until 13 August 2026",
  );
  for (const until of [null, undefined])
    expect(entitlementText({ tier: "Premium", until }, "UTC")).toBe("Premium");
  expect(entitlementText({ tier: "Basic", until: LATER }, "UTC")).toBe("Basic");
});
