import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach } from "vitest";

/** Runs the server for tests of a member's page; each starts without members, emails and changes. */
export function setUpMemberPage(): void {
  setUpStaffApp({}, { doesJobs: true });
  beforeEach(async () => {
    await database.rows("delete from payments");
    await database.rows("delete from mails");
    await database.rows("delete from members where email like 'm.%'");
    await database.rows("delete from changes");
  });
}

/** Bea Lund with a verified address. @returns the id */
export const member = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "members", {
    email: "m.bea@demo.test",
    firstname: "Bea",
    lastname: "Lund",
    email_verified_at: new Date(0),
    ...values,
  });

/** The address of a member's page. */
export const page = (id: string, search = "") => `/admin/manage-users/${id}${search}`;

/** Posts to an address of a member: `status`, `deletion` … */
export const change = (
  id: string,
  what: string,
  body: Record<string, string> = {},
  person?: "superadmin" | "editor",
) => post(page(id, `/${what}?q=m.`), body, person ?? "admin");

export const storedMember = async (id: string) =>
  (await database.rows("select * from members where id = ?", [id]))[0];
