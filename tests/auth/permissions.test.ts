import { describe, expect, it } from "vitest";
import { can, rolesFor, rolesWith } from "~/auth/permissions.server";
import { refusalSentence, type StaffRole, VISITOR, type Viewer } from "~/auth/viewer.server";

const staff = (role: StaffRole): Viewer => ({
  kind: "staff",
  id: "1",
  sessionId: "1",
  fullname: "Marcus Adeyemi",
  email: "marcus@demo.test",
  role,
});

const MEMBER: Viewer = {
  kind: "member",
  id: "2",
  sessionId: "2",
  firstname: "Bea",
  lastname: "Lindgren",
  email: "bea@demo.test",
  tier: "Private",
};

const ALL = ["superadmin", "admin", "editor"];
const ADMINS = ["superadmin", "admin"];
const SUPERADMINS = ["superadmin"];

describe("permissions", () => {
  it("let editors write news and videos, but not delete them", () => {
    for (const noun of ["news", "videos"] as const) {
      expect(rolesFor(noun)).toEqual({ read: ALL, write: ALL, remove: ADMINS });
    }
  });

  it.each([
    "daily-briefs",
    "stock-picks",
    "trade-alerts",
    "markets",
    "movers",
    "ads",
    "packages",
  ] as const)("keep %s for admins", (noun) => {
    expect(rolesFor(noun)).toEqual({ read: ADMINS, write: ADMINS, remove: ADMINS });
  });

  it.each(["banners", "admins"] as const)("reserve %s for superadmins", (noun) => {
    expect(rolesFor(noun)).toEqual({ read: SUPERADMINS, write: SUPERADMINS, remove: SUPERADMINS });
  });

  it("let admins manage members, and only superadmins delete them and read payments", () => {
    expect(rolesFor("members")).toEqual({ read: ADMINS, write: ADMINS, remove: SUPERADMINS });
    expect(rolesWith("payments.read")).toEqual(SUPERADMINS);
  });

  it("are denied without a role that grants them", () => {
    expect(rolesFor("mails")).toEqual({ read: ADMINS, write: [], remove: [] });
    expect(rolesWith("payments.delete")).toEqual([]);
    expect(can(staff("superadmin"), "mails.delete")).toBe(false);
  });

  it("are for staff only, by role", () => {
    expect(can(staff("editor"), "news.write")).toBe(true);
    expect(can(staff("editor"), "news.delete")).toBe(false);
    expect(can(staff("admin"), "news.delete")).toBe(true);
    expect(can(MEMBER, "news.read")).toBe(false);
    expect(can(VISITOR, "back-office.read")).toBe(false);
  });

  it("are refused with the specification's texts", () => {
    expect(refusalSentence(rolesWith("members.read"))).toBe(
      "Only superadmin and admin can access this page.",
    );
    expect(refusalSentence(rolesWith("admins.read"))).toBe("Only superadmin can access this page.");
  });
});
