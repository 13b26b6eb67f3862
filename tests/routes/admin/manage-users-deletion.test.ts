import { waitForMail } from "tests/support/mails";
import { database } from "tests/support/running-app";
import { followRedirect, html } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";
import { change, member, page, setUpMemberPage, storedMember } from "./managed-member";

setUpMemberPage();

describe("deleting a member", () => {
  it("as a superadmin sends an email, ends all sessions, and leaves thirty days to cancel", async () => {
    const id = await member();
    expect(await html(page(id))).not.toContain("?delete=");
    expect(await html(page(id, `?delete=${id}`))).not.toContain("Are you sure");
    expect((await change(id, "deletion")).status).toBe(403);
    expect(await storedMember(id)).toMatchObject({ deletion_requested_at: null });

    const confirmation = await html(page(id, `?delete=${id}`), "superadmin");
    expect(confirmation).toContain("Are you sure you want to delete this member?");
    const done = await change(id, "deletion", {}, "superadmin");
    expect(await followRedirect(done, "superadmin")).toContain("The account will be deleted on");
    expect((await waitForMail("m.bea@demo.test", /will be deleted/)).text).toContain(
      "press “Keep my account”",
    );
    expect((await storedMember(id)) as { deletion_requested_at: Date }).toMatchObject({ status: "active" });
    expect(await html(page(id), "superadmin")).toContain("This account will be deleted");

    expect((await change(id, "deletion/cancellation")).status).toBe(403);
    expect(
      await followRedirect(await change(id, "deletion/cancellation", {}, "superadmin"), "superadmin"),
    ).toContain("The account will not be deleted");
    expect(await storedMember(id)).toMatchObject({ deletion_requested_at: null });
    const lines = await database.rows<{ action: string }>("select action from changes order by created_at");
    expect(lines.map(({ action }) => action)).toEqual(["asked to delete", "kept"]);
  });

  it("is not offered for members who could not sign in to cancel it", async () => {
    const id = await member({ status: "inactive" });
    expect(await html(page(id, `?delete=${id}`), "superadmin")).not.toContain("Are you sure");
    expect((await change(id, "deletion", {}, "superadmin")).status).toBe(409);
    expect((await change(id, "deletion/cancellation", {}, "superadmin")).status).toBe(409);
    expect(await storedMember(id)).toMatchObject({ deletion_requested_at: null });
  });
});
