import { describe, expect, it } from "vitest";
import { deleteForGood, restoreFromBin } from "~/admin-kit/bin.server";
import { remove } from "~/admin-kit/remove.server";
import { save, saveAll } from "~/admin-kit/save.server";
import { hasRecentPassword } from "~/auth/recent-password.server";
import type { StaffViewer } from "~/auth/viewer.server";
import type { Freshness } from "~/auth/viewer-types.server";
import { packages } from "~/features/billing/plans/packages.resource.server";

const ID = "00000000-0000-4000-8000-000000000000";

const staff = (more: Partial<StaffViewer> = {}): StaffViewer => ({
  kind: "staff",
  id: ID,
  sessionId: ID,
  email: "sol@demo.test",
  fullname: "Sol Ada",
  role: "superadmin",
  ...more,
});

describe("a write in the admin kit", () => {
  const submission = { values: {} } as never;
  it.each([
    ["save", () => save(packages, staff(), submission, { check: () => {} })],
    ["saveAll", () => saveAll(packages, undefined as never, staff(), [])],
    ["remove", () => remove(packages, staff(), ID)],
    ["restoreFromBin", () => restoreFromBin(packages as never, staff(), ID)],
    ["deleteForGood", () => deleteForGood(packages, staff(), ID)],
  ])("returns 403 if its route skipped the password check: %s", async (_, write) => {
    await expect(write()).rejects.toMatchObject({ status: 403 });
  });
});

describe("the password confirmation", () => {
  const given: (Freshness | undefined)[] = ["ten minutes", "an hour", undefined];

  it("is valid for the period of its guarded action", () => {
    const counts = (action: Parameters<typeof hasRecentPassword>[1]) =>
      given.map((passwordAge) => hasRecentPassword(staff(passwordAge && { passwordAge }), action));
    expect(counts("packages.write")).toEqual([true, false, false]);
    expect(counts("members.write")).toEqual([true, true, false]);
    expect(counts("news.write")).toEqual([true, true, true]);
  });

  it("is not needed with a Bearer token in the API, and only there", () => {
    const token = { showsApiToken: true } as const;
    expect(hasRecentPassword(staff({ ...token, origin: "api" }), "packages.write")).toBe(true);
    expect(hasRecentPassword(staff(token), "packages.write")).toBe(false);
    expect(hasRecentPassword(staff({ origin: "api" }), "packages.write")).toBe(false);
  });
});
