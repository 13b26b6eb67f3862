import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { toOptions } from "~/admin-kit/fields.server";
import { passwordResetFormSchema } from "~/auth/account.rules";
import { withRecentPassword } from "~/auth/recent-password.server";
import { requireStaff } from "~/auth/viewer.server";
import { AppError, parseOrThrow } from "~/web/app-error.server";
import { formReply, pageReply } from "~/web/form-replies.server";
import { notFound, redirectVisit } from "~/web/replies.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { admins } from "../admins.resource.server";
import { nameField } from "../profile-fields.server";
import { ASSIGNABLE_ROLES } from "../role.rules";
import { INVITE_REQUIRED, invitationSchema } from "./invitations.rules";
import {
  acceptInvitation,
  findInvitation,
  invite,
  resendInvitation,
  revokeInvitation,
} from "./invitations.server";

const LIST = "/admin/settings";
const WRITE_ROLES = admins.roles.write;

const FIELDS = [
  nameField({ half: true }),
  customField({
    name: "email",
    label: "Email",
    input: "email",
    required: true,
    autoComplete: "off",
    half: true,
  }),
  customField({
    name: "role",
    label: "Role",
    input: "select",
    required: true,
    options: toOptions(ASSIGNABLE_ROLES),
    value: "editor",
    hint: "They receive a link that is valid for three days, and choose their own password.",
  }),
];

export async function inviteScreen(args: LoaderFunctionArgs) {
  await requireStaff(args, WRITE_ROLES);
  return { heading: "Invite by email", backTo: LIST, multipart: false, version: 0, fields: FIELDS };
}

export async function inviteAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const confirmed = await withRecentPassword(args, staff, "admins.write");
  return formReply(confirmed, "Failed to send the invitation", async ({ values }) => {
    const invitation = parseOrThrow(invitationSchema, values, INVITE_REQUIRED);
    await invite(staff, invitation);
    return redirectWithToast(LIST, { tone: "good", text: `${invitation.email} will receive an invitation.` });
  });
}

/** Redirects visits of a change's address to the list. A refused change shows the list there. */
export async function invitationChangeLoader(args: LoaderFunctionArgs) {
  await requireStaff(args, WRITE_ROLES);
  return redirectVisit(args, LIST);
}

const CHANGES = {
  mail: { change: resendInvitation, done: "will receive a new link; the old one no longer works." },
  revocation: { change: revokeInvitation, done: "is no longer invited." },
} as const;

export async function invitationChange(args: LoaderFunctionArgs, name: keyof typeof CHANGES) {
  const staff = await requireStaff(args, WRITE_ROLES);
  const { id } = args.params;
  if (!isUuid(id)) throw notFound("Invitation not found.");
  await withRecentPassword(args, staff, "admins.write");
  const { change, done } = CHANGES[name];
  return pageReply(args, "Failed to change the invitation", async () => {
    const { email } = await change(staff, id);
    return redirectWithToast(LIST, { tone: "good", text: `${email} ${done}` });
  });
}

/** Opening the link only shows the form, so that email scanners do not use it up. */
export async function invitationScreen({ params }: LoaderFunctionArgs) {
  const found = await findInvitation(params.token ?? "");
  const person = found && { fullname: found.fullname, email: found.email, role: found.role };
  return data({ person }, { status: person ? 200 : 400 });
}

export const acceptAction = (args: LoaderFunctionArgs) =>
  formReply(args, "Failed to set your password", async ({ values }) => {
    const token = args.params.token ?? "";
    if (!(await findInvitation(token))) throw new AppError(400, "This invitation has expired.");
    const { password } = parseOrThrow(passwordResetFormSchema, values);
    await acceptInvitation(args, token, password);
    return redirectWithToast("/admin/login", {
      tone: "good",
      text: "Your account is ready. Sign in with your password.",
    });
  });
