import { AUDIENCES } from "db/columns";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Access, accessTo, canReadInFull, type LockedKind } from "~/access/access.server";
import type { StaffRole, Tier, Viewer } from "~/auth/viewer.server";

const KINDS: readonly LockedKind[] = ["daily brief", "stock pick", "trade alert", "video"];
const TIERS: readonly Tier[] = ["Basic", "Premium", "Private"];
const ROLES: readonly StaffRole[] = ["superadmin", "admin", "editor"];

const VISITOR = { kind: "visitor" } as Viewer;
const member = (tier: Tier) => ({ kind: "member", tier }) as Viewer;
const staff = (role: StaffRole) => ({ kind: "staff", role }) as Viewer;

describe("reading access", () => {
  const withAccess = (access: Access, viewer: Viewer) =>
    KINDS.filter((kind) => accessTo(kind, viewer) === access);
  const full = (viewer: Viewer) => withAccess("full", viewer);

  it("is nothing for visitors and Basic, member content for Premium, everything for Private", () => {
    expect(full(VISITOR)).toEqual([]);
    expect(TIERS.map((tier) => full(member(tier)))).toEqual([[], [], KINDS]);
    expect(TIERS.map((tier) => withAccess("members", member(tier)))).toEqual([[], KINDS, []]);
  });

  it("covers a whole record if the reader is among its audience", () => {
    const open = (access: Access) => AUDIENCES.filter((audience) => canReadInFull(access, audience));
    expect({ locked: open("locked"), members: open("members"), full: open("full") }).toEqual({
      locked: [],
      members: ["members"],
      full: ["members", "private"],
    });
  });

  it("covers what staff edit", () => {
    expect(ROLES.map((role) => full(staff(role)))).toEqual([KINDS, KINDS, ["video"]]);
  });

  it("is denied for an unknown tier or role", () => {
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
