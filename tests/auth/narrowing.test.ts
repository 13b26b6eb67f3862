import { describe, expect, it } from "vitest";
import { EVERYTHING, NARROWINGS, narrowingOf, permissionsFor, TICKED, TICKS } from "~/auth/narrowing.server";
import { can, isNarrowedBelow, type Permission, permissionsOf } from "~/auth/permissions.server";
import type { StaffRole } from "~/auth/viewer.server";

const person = (role: StaffRole, ...left: string[]) =>
  ({ kind: "staff", role, ...(left.length > 0 ? { narrowedTo: new Set(left) } : {}) }) as const;

const granted = (role: StaffRole, left: readonly string[]) =>
  permissionsOf(role).filter((permission) => can(person(role, ...left), permission));

describe("a narrowed person", () => {
  it("keeps of the role what was left, the dashboard and the own account, and nothing else", () => {
    expect(granted("admin", ["news.read", "news.write"])).toEqual([
      "back-office.read",
      "two-step.write",
      "news.read",
      "news.write",
    ]);
    expect(isNarrowedBelow(person("admin", "news.read"), "news.write")).toBe(true);
    expect(isNarrowedBelow(person("admin", "news.read"), "payments.read")).toBe(false);
  });

  it("never gets more than the role", () => {
    expect(can(person("editor", "members.write"), "members.write")).toBe(false);
    expect(granted("editor", TICKS)).toEqual(permissionsOf("editor"));
  });

  it("needs a tick: without one, everything is left", () => {
    expect(granted("admin", [])).toEqual(permissionsOf("admin"));
    expect(permissionsFor(EVERYTHING, ["news.read"])).toEqual([]);
  });
});

describe("narrowings", () => {
  const left = (name: string) => permissionsFor(name, []) as Permission[];

  it("for writers leave out publishing, deletion, exports and people", () => {
    const writes = left("writes, never publishes");
    expect(writes).toContain("news.write");
    expect(writes).toContain("trade-alerts.write");
    expect(
      writes.filter((one) => /publish|delete|export|members|mails|packages|newsletters/.test(one)),
    ).toEqual([]);
  });

  it("for help with members leave out everything else", () => {
    expect(left("helps members only").toSorted()).toEqual(["mails.read", "members.read", "members.write"]);
  });

  it("are called as they were chosen", () => {
    for (const { value } of NARROWINGS)
      expect(narrowingOf(permissionsFor(value, ["ads.delete"]))).toBe(value);
  });

  it("contain what a ticked permission needs, and ignore unknown ones", () => {
    expect(
      permissionsFor(TICKED, ["news.publish", "members.export", "payments.write", "keys.write"]),
    ).toEqual(["news.read", "news.write", "news.publish", "members.read", "members.export"]);
  });
});
