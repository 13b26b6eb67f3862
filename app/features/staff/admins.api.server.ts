import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { requireStaff } from "~/auth/viewer.server";
import { readApiBody } from "~/web/accepted-names.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import { isUuid } from "~/web/uuid";
import { serializeAdmin } from "./admins.queries.server";
import { admins } from "./admins.resource.server";
import { ADD_REQUIRED, adminChangeSchema, EDIT_REQUIRED, newAdminSchema } from "./admins.rules";
import { ID_MISSING } from "./admins.screen.server";
import { addAdmin, deleteAdmin, updateAdmin } from "./admins.server";
import { changeOwnPassword } from "./own-account.server";
import { ownPasswordSchema, PASSWORD_API_REQUIRED } from "./own-password.rules";

const { form, removal, missing } = admins;

/** `POST /api/auth/admin/addAdmin` → `{ message, admin }`. */
export async function addAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const { staff } = await requireChange(admins, args, "write");
  const { values } = await readApiBody(args);
  const admin = await addAdmin(staff, parseOrThrow(newAdminSchema, values, ADD_REQUIRED));
  return json({ message: form.add.done, admin: serializeAdmin(admin) }, 201);
}

/** `PUT /api/auth/admin/updateAdmin/{id}` → `{ message, admin }`. */
export async function updateAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const { staff } = await requireChange(admins, args, "write");
  const { id } = args.params;
  if (!isUuid(id)) return notFound(missing);
  const submission = await readApiBody(args);
  const values = parseOrThrow(adminChangeSchema, submission.values, EDIT_REQUIRED);
  const saved = await updateAdmin(staff, id, values, versionOf(submission));
  return json({ message: form.update.done, admin: serializeAdmin(saved) });
}

/** `DELETE /api/auth/admin/deleteAdmin/{id}` → `{ message }`. @throws AppError 400 without an id */
export async function deleteAdminReply(args: LoaderFunctionArgs): Promise<Response> {
  const { staff } = await requireChange(admins, args, "delete");
  const { id } = args.params;
  if (!id) throw new AppError(400, ID_MISSING);
  if (!isUuid(id)) return notFound(missing);
  await deleteAdmin(staff, id);
  return json({ message: removal.done });
}

/** `PUT /api/auth/admin/changeSuperAdminPassword` → `{ message }`. */
export async function changePasswordReply(args: LoaderFunctionArgs): Promise<Response> {
  const staff = await requireStaff(args, admins.roles.write);
  const { values } = await readApiBody(args);
  await changeOwnPassword(staff, parseOrThrow(ownPasswordSchema, values, PASSWORD_API_REQUIRED));
  return json({ message: "Password changed successfully" });
}
