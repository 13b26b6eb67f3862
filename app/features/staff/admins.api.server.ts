import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { isId } from "~/admin-kit/find.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { Refused, understood } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { readSubmission } from "~/web/submission.server";
import { adminWire } from "./admins.queries.server";
import { admins } from "./admins.resource.server";
import { ADDING, addition, change, EDITING, ownPassword, REPLACING_PASSWORD } from "./admins.rules";
import { ID_MISSING } from "./admins.screen.server";
import { addAdmin, deleteAdmin, updateAdmin } from "./admins.server";
import { changeOwnPassword } from "./own-account.server";

const { done, missing } = admins.texts;
const OWNER = admins.roles.write;

/** `POST /api/auth/admin/addAdmin` → `{ message, admin }`. */
export async function addAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, OWNER);
  const { values } = await readSubmission(args.request);
  const admin = await addAdmin(staff, understood(addition, values, ADDING));
  return json({ message: done.add, admin: adminWire(admin) }, 201);
}

/** `PUT /api/auth/admin/updateAdmin/{id}` → `{ message, admin }`. */
export async function updateAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, OWNER);
  const { id } = args.params;
  if (!isId(id)) return notFound(missing);
  const submission = await readSubmission(args.request);
  const values = understood(change, submission.values, EDITING);
  const outcome = await updateAdmin(staff, id, values, versionOf(submission));
  return "saved" in outcome
    ? json({ message: done.update, admin: adminWire(outcome.saved) })
    : json({ message: "Somebody else changed this admin.", current: adminWire(outcome.conflict) }, 409);
}

/** `DELETE /api/auth/admin/deleteAdmin/{id}` → `{ message }`. @throws Refused 400 without an id */
export async function deleteAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, OWNER);
  const { id } = args.params;
  if (!id) throw new Refused(400, ID_MISSING);
  if (!isId(id)) return notFound(missing);
  await deleteAdmin(staff, id);
  return json({ message: done.remove });
}

/** `PUT /api/auth/admin/changeSuperAdminPassword` → `{ message }`. */
export async function changePasswordReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, OWNER);
  const { values } = await readSubmission(args.request);
  await changeOwnPassword(staff, understood(ownPassword, values, REPLACING_PASSWORD));
  return json({ message: "Password changed successfully" });
}
