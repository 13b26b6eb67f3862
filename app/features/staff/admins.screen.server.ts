import type { LoaderFunctionArgs } from "@remix-run/node";
import { lastSave } from "~/admin-kit/change-log.server";
import { customField } from "~/admin-kit/field-data.server";
import { toOptions } from "~/admin-kit/fields.server";
import { listPath } from "~/admin-kit/list-rows.server";
import { listScreenReply, loadList } from "~/admin-kit/list-screen.server";
import { mergeSubmission } from "~/admin-kit/merge-changes.server";
import { closeForm, formOpenings } from "~/admin-kit/openings/openings.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { requireChange } from "~/admin-kit/require-change.server";
import { withNotes } from "~/admin-kit/submit.server";
import { EVERYTHING, NARROWINGS, permissionsFor, TICKS, tickLabel } from "~/auth/narrowing.server";
import { permissionsOf } from "~/auth/permissions.server";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { databaseNow } from "~/platform/database-clock.server";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { uploadedPhoto } from "~/web/uploaded-photo.server";
import { isUuid } from "~/web/uuid";
import { type Admin, adminById, superadminIds } from "./admins.queries.server";
import { admins } from "./admins.resource.server";
import {
  ADD_REQUIRED,
  type AdminForm,
  adminFormSchema,
  EDIT_REQUIRED,
  newAdminSchema,
  PORTRAIT_FIELD,
  STAFF_STATUSES,
} from "./admins.rules";
import {
  ADMIN_CHANGED,
  addAdmin,
  deleteAdmin,
  narrowingTexts,
  resetTwoStep,
  updateAdmin,
} from "./admins.server";
import { openInvitations } from "./invitations/invitations.server";
import { accountFormNow, nameField, portraitPlace } from "./profile-fields.server";
import { ASSIGNABLE_ROLES } from "./role.rules";

const { form, removal, missing } = admins;
const WRITE_ROLES = admins.roles.write;

export const ID_MISSING = "Admin ID is missing!";

const backTo = (request: Request) => listPath(admins, request);

/** The list of admins. It includes superadmins, but nobody can edit or delete them here. */
export async function adminsScreen(args: LoaderFunctionArgs) {
  const list = await loadList(admins, args);
  const [protectedIds, invitations, now] = await Promise.all([
    superadminIds(),
    openInvitations(),
    databaseNow(),
  ]);
  const deleteId = new URL(args.request.url).searchParams.get("delete") ?? "";
  return listScreenReply({
    ...list,
    invitations,
    now,
    confirm: protectedIds.has(deleteId) ? undefined : list.confirm,
    rows: list.rows.map((row) =>
      protectedIds.has(row.id) ? { ...row, editTo: undefined, deleteTo: undefined } : row,
    ),
  });
}

const formFields = (admin?: Admin) => [
  nameField({ half: true, value: admin?.fullname ?? "" }),
  customField({
    name: "email",
    label: "Email",
    input: "email",
    required: true,
    autoComplete: "off",
    half: true,
    value: admin?.email,
  }),
  customField({
    name: "role",
    label: "Role",
    input: "select",
    required: true,
    options: toOptions(ASSIGNABLE_ROLES),
    value: admin?.role ?? "editor",
  }),
  ...(admin ? [statusField(admin), ...narrowingFields(admin)] : []),
  customField({
    name: "password",
    label: "Password",
    input: "password",
    autoComplete: "new-password",
    required: !admin,
    hint: admin
      ? "Leave empty to keep the password. A new one signs them out everywhere."
      : "At least 8 characters. They can change it.",
  }),
];

const statusField = ({ status }: Admin) =>
  customField({
    name: "status",
    label: "Status",
    input: "radio",
    value: status,
    options: STAFF_STATUSES.map((value) => ({ value, label: value === "active" ? "Active" : "Inactive" })),
    hint: "Inactive admins are signed out everywhere and cannot sign in.",
  });

/** What a person is left with of their role; it counts from their next request. */
function narrowingFields(admin: Admin) {
  const { narrowing, narrowedTo } = narrowingTexts(admin);
  return [
    customField({
      name: "narrowing",
      label: "May do",
      input: "radio",
      value: narrowing,
      options: [...NARROWINGS],
      hint: "Nobody gets more than their role has. It counts from their next request.",
    }),
    customField({
      name: "narrowedTo",
      label: "Ticked",
      input: "checks",
      more: true,
      value: narrowedTo,
      options: TICKS.map((value) => ({ value, label: tickLabel(value) })),
      hint: "Counts if “What is ticked under More” is chosen above.",
    }),
  ];
}

/** The permissions that a form leaves; undefined if it has no such fields. @throws AppError 422 without ticks */
function sentNarrowing({ narrowing, narrowedTo, role }: AdminForm): readonly string[] | undefined {
  if (narrowing === undefined) return undefined;
  const left = permissionsFor(narrowing, narrowedTo);
  if (narrowing !== EVERYTHING && left.length === 0)
    throw fieldError(422, "narrowedTo", "Tick what they may do, or choose another answer above");
  if (left.length > 0 && !permissionsOf(role).some((permission) => left.includes(permission)))
    throw fieldError(
      422,
      "narrowing",
      "This role can do nothing of that: choose another answer or another role",
    );
  return left;
}

export async function newAdminScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, WRITE_ROLES);
  return {
    heading: form.add.title,
    backTo: backTo(args.request),
    multipart: false,
    version: 0,
    fields: formFields(),
  };
}

export async function newAdminAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const confirmed = await withRecentPassword(args, staff, "admins.write");
  return formReply(confirmed, form.add.failed, async ({ values }) => {
    await addAdmin(staff, parseOrThrow(newAdminSchema, values, ADD_REQUIRED));
    return redirectWithToast(backTo(args.request), { tone: "good", text: form.add.done });
  });
}

/** @throws 404, also for the superadmin: there is no such form */
export async function editAdminScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const admin = await requireAdmin(args);
  const { fields } = await accountFormNow(admin, formFields(admin));
  return {
    heading: form.update.title,
    backTo: backTo(args.request),
    multipart: true,
    version: admin.version,
    fields,
    about: { title: admin.fullname, saved: await lastSave(admins.path, admin.id) },
    openings: await formOpenings(args, admins.path, admin.id, staff),
  };
}

/** An admin that may be changed. @throws 404, also for a superadmin */
async function requireAdmin({ params: { id } }: LoaderFunctionArgs): Promise<Admin> {
  const admin = isUuid(id) ? await adminById(id) : undefined;
  if (!admin || admin.role === "superadmin") throw notFound(missing);
  return admin;
}

export async function editAdminAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(missing);
  return formReply(
    await withRecentPassword(args, staff, "admins.write"),
    form.update.failed,
    async (sent) => {
      const admin = await adminById(id);
      const now = admin && (await accountFormNow(admin, formFields(admin)));
      const { submission, notes } = now
        ? await mergeSubmission(sent, now, ADMIN_CHANGED)
        : { submission: sent, notes: {} };
      const values = parseOrThrow(adminFormSchema, submission.values, EDIT_REQUIRED);
      const portrait = await uploadedPhoto(submission, PORTRAIT_FIELD);
      const change = { ...values, portrait, narrowedTo: sentNarrowing(values) };
      await updateAdmin(staff, id, change, versionOf(submission));
      await closeForm(admins.path, id, staff);
      const text = withNotes(form.update.done, notes);
      return redirectWithToast(backTo(args.request), { tone: "good", text });
    },
    portraitPlace(staff, `${admins.path}/${id}`),
  );
}

/** Deletes the admin in the list's `?delete=` and returns to the list. */
export async function deleteAdminAction(args: LoaderFunctionArgs) {
  const { staff } = await requireChange(admins, args, "delete");
  const id = new URL(args.request.url).searchParams.get("delete");
  return pageReply(args, removal.failed, async () => {
    if (!id) throw new AppError(422, ID_MISSING);
    if (!isUuid(id)) throw notFound(missing);
    await deleteAdmin(staff, id);
    return redirectWithToast(backTo(args.request), { tone: "good", text: removal.done });
  });
}

/**
 * The confirmation before a superadmin resets somebody's two-step sign-in.
 * @throws 404, also for a superadmin
 */
export async function resetTwoStepScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, WRITE_ROLES);
  const { fullname, email, twoStepSince } = await requireAdmin(args);
  return { fullname, email, isOn: Boolean(twoStepSince), backTo: backTo(args.request) };
}

export async function resetTwoStepAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const { id } = args.params;
  if (!isUuid(id)) throw notFound(missing);
  await withRecentPassword(args, staff, "admins.write");
  return pageReply(args, "Failed to reset two-step sign-in", async () => {
    await resetTwoStep(staff, id);
    return redirectWithToast(backTo(args.request), { tone: "good", text: "Two-step sign-in was reset." });
  });
}
