import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { lastSave } from "~/admin-kit/change-log.server";
import { asOptions } from "~/admin-kit/fields.server";
import { isId } from "~/admin-kit/find.server";
import { conflictOf, question, submitForm, unsaved } from "~/admin-kit/form.server";
import { listOf, listPage, listStateOf, undeleted } from "~/admin-kit/list-screen.server";
import { writeListState } from "~/admin-kit/list-state";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireStaff } from "~/features/auth/viewer.server";
import { understood, unlessRefused } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { type Admin, adminById, superadminIds } from "./admins.queries.server";
import { admins } from "./admins.resource.server";
import { ADDING, addition, change, EDITING, GIVEN_ROLES, STAFF_STATUSES } from "./admins.rules";
import { addAdmin, deleteAdmin, updateAdmin } from "./admins.server";

const { failed, done, missing } = admins.texts;
const OWNER = admins.roles.write;

export const ID_MISSING = "Admin ID is missing!";

const backTo = (request: Request) => `/admin/settings${writeListState(listStateOf(admins, request))}`;

/** The list of admins. The superadmin is in it, and nobody's to edit or delete. */
export async function adminsScreen(args: LoaderFunctionArgs) {
  const list = await listOf(admins, args);
  const fixed = await superadminIds();
  const asked = new URL(args.request.url).searchParams.get("delete") ?? "";
  return listPage({
    ...list,
    confirm: fixed.has(asked) ? undefined : list.confirm,
    rows: list.rows.map((row) => (fixed.has(row.id) ? { ...row, editTo: "", deleteTo: "" } : row)),
  });
}

const questions = (admin?: Admin) => [
  question({
    name: "fullname",
    label: "Full name",
    input: "text",
    required: true,
    maxLength: 100,
    half: true,
    value: admin?.fullname,
  }),
  question({
    name: "email",
    label: "Email",
    input: "email",
    required: true,
    autoComplete: "off",
    half: true,
    value: admin?.email,
  }),
  question({
    name: "role",
    label: "Role",
    input: "select",
    required: true,
    options: asOptions(GIVEN_ROLES),
    value: admin?.role ?? "editor",
  }),
  ...(admin ? [statusQuestion(admin)] : []),
  question({
    name: "password",
    label: "Password",
    input: "password",
    autoComplete: "new-password",
    required: !admin,
    hint: admin
      ? "Blank keeps the one they have. A new one signs them out everywhere."
      : "At least 8 characters. They can change it.",
  }),
];

const statusQuestion = ({ status }: Admin) =>
  question({
    name: "status",
    label: "Status",
    input: "radio",
    value: status,
    options: STAFF_STATUSES.map((value) => ({ value, label: value === "active" ? "Active" : "Inactive" })),
    hint: "Inactive signs them out everywhere and keeps them out.",
  });

const formOf = async (heading: string, { request }: LoaderFunctionArgs, admin?: Admin) => ({
  heading,
  backTo: backTo(request),
  multipart: false,
  version: admin?.version ?? 0,
  fields: questions(admin),
  about: admin && { title: admin.fullname, saved: await lastSave(admins.path, admin.id) },
});

export async function newAdminScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, OWNER);
  return formOf(admins.names.add, args);
}

export async function newAdminAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, OWNER);
  return submitForm(args, failed.add, async ({ values }) => {
    await addAdmin(staff, understood(addition, values, ADDING));
    return redirectWithToast(backTo(args.request), { tone: "good", text: done.add });
  });
}

/** @throws 404, also for the superadmin: there is no such form */
export async function editAdminScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, OWNER);
  const admin = isId(args.params.id) ? await adminById(args.params.id) : undefined;
  if (!admin || admin.role === "superadmin") throw notFound(missing);
  return formOf(admins.names.edit, args, admin);
}

export async function editAdminAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, OWNER);
  const { id } = args.params;
  if (!isId(id)) throw notFound(missing);
  return submitForm(args, failed.update, async (submission) => {
    const values = understood(change, submission.values, EDITING);
    const outcome = await updateAdmin(staff, id, values, versionOf(submission));
    if ("saved" in outcome) {
      return redirectWithToast(backTo(args.request), { tone: "good", text: done.update });
    }
    const { fullname, email, role, status, version } = outcome.conflict;
    return unsaved(conflictOf(submission, { fullname, email, role, status }, version), { status: 409 });
  });
}

/** Deletes the admin whom the list's `?delete=` names, and goes back to the list as it was. */
export async function deleteAdminAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, OWNER);
  const id = new URL(args.request.url).searchParams.get("delete");
  if (!id) return data({ failed: ID_MISSING }, { status: 422 });
  if (!isId(id)) throw notFound(missing);
  return unlessRefused(
    args,
    failed.remove,
    async () => {
      await deleteAdmin(staff, id);
      return redirectWithToast(backTo(args.request), { tone: "good", text: done.remove });
    },
    undeleted,
  );
}
