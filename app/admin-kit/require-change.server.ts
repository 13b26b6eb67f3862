import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, type StaffViewer } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Listed, ListedRow } from "./resource.server";

/** What is done to records, as permissions call it. */
export type Change = "write" | "delete";

/**
 * A member of staff who may change these records, with the password given as lately as that asks. Every door to a change of them
 * begins with this: the form, the row, several at once, the API.
 * @returns also the arguments to go on with: their request may be one that waited for the password
 * @throws what `requireStaff` and `withRecentPassword` throw
 */
export async function requireChange<Row extends ListedRow, Args extends RequestArgs>(
  { noun, roles }: Pick<Listed<Row>, "noun" | "roles">,
  args: Args,
  change: Change,
): Promise<{ staff: StaffViewer; args: Args }> {
  const staff = await requireStaff(args, change === "delete" ? roles.remove : roles.write);
  return { staff, args: await withRecentPassword(args, staff, `${noun}.${change}`) };
}
