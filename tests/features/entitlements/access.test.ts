import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StaffRole, Tier, Viewer } from "~/features/auth/viewer.server";
import { accessTo, type LockedKind } from "~/features/entitlements/access.server";

const KINDS: readonly LockedKind[] = ["daily brief", "stock pick", "trade alert", "video"];
const TIERS: readonly Tier[] = ["Basic", "Premium", "Private"];
const ROLES: readonly StaffRole[] = ["superadmin", "admin", "editor"];

const VISITOR = { kind: "visitor" } as Viewer;
const member = (tier: Tier) => ({ kind: "member", tier }) as Viewer;
const staff = (role: StaffRole) => ({ kind: "staff", role }) as Viewer;

describe("who may read what", () => {
  const full = (viewer: Viewer) => KINDS.filter((kind) => accessTo(kind, viewer) === "full");

  it("is nothing for visitors and Basic, everything for who has paid", () => {
    expect(full(VISITOR)).toEqual([]);
    expect(TIERS.map((tier) => full(member(tier)))).toEqual([[], KINDS, KINDS]);
  });

  it("is for staff what they work on", () => {
    expect(ROLES.map((role) => full(staff(role)))).toEqual([KINDS, KINDS, ["video"]]);
  });

  it("is full or locked, never something else, and locked for a tier or role that nobody knows", () => {
    const strangers = fc.string().filter((text) => ![...TIERS, ...ROLES].includes(text as Tier));
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), strangers, (kind, name) => {
        expect(accessTo(kind, member(name as Tier))).toBe("locked");
        expect(accessTo(kind, staff(name as StaffRole))).toBe("locked");
      }),
    );
    for (const kind of KINDS) expect(accessTo(kind, VISITOR)).toBe("locked");
  });
});
