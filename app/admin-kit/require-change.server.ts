import { requireRecentPassword, withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff, requireWriter, type StaffViewer, type Writer } from "~/auth/viewer.server";
import type { RequestArgs } from "~/web/request-args.server";
import type { Listed, ListedRow } from "./resource.server";

/** The action on records, as permissions name it. */
export type Change = "write" | "delete";

/** Requires a member of staff who may change these records and has entered the password recently enough. Every change starts here: forms, rows, selections and, as `requireApiChange`, the API.
 * @returns also the arguments to continue with: the request may have waited for the password
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

/** The same on the API, where a key with the permission may change them, too. */
export async function requireApiChange<Row extends ListedRow>(
  { noun, roles }: Pick<Listed<Row>, "noun" | "roles">,
  args: RequestArgs,
  change: Change,
): Promise<Writer> {
  const action = `${noun}.${change}` as const;
  const writer = await requireWriter(args, action, change === "delete" ? roles.remove : roles.write);
  requireRecentPassword(args, writer, action);
  return writer;
}
