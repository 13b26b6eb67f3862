import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { customField } from "~/admin-kit/field-data.server";
import { devicesOf, signOutDevice, signOutOthers } from "~/auth/devices.server";
import { type Roles, rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { pluralize } from "~/ui/format";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { isUuid } from "~/web/uuid";
import { changeOwnPassword } from "./own-account.server";
import { ownPasswordFormSchema, PASSWORD_FORM_REQUIRED } from "./own-password.rules";

const DEVICES = "/admin/profile-settings/devices";

const CURRENT_PASSWORD_FIELD = customField({
  name: "currentPassword",
  label: "Current password",
  input: "password",
  required: true,
  autoComplete: "current-password",
});
const NEW_PASSWORD_FIELD = customField({
  name: "newPassword",
  label: "New password",
  input: "password",
  required: true,
  autoComplete: "new-password",
  hint: "At least 8 characters. Changing it signs out your other devices.",
});
const CONFIRM_PASSWORD_FIELD = customField({
  name: "confirmPassword",
  label: "Confirm new password",
  input: "password",
  required: true,
  autoComplete: "new-password",
});

/** The form to change the own password, for roles that may open the screen. */
export async function ownPasswordScreen(args: LoaderFunctionArgs, roles: Roles) {
  await requireStaff(args, roles);
  return { version: 0, fields: [CURRENT_PASSWORD_FIELD, NEW_PASSWORD_FIELD, CONFIRM_PASSWORD_FIELD] };
}

/** @param back the screen with the form */
export async function ownPasswordAction(args: LoaderFunctionArgs, roles: Roles, back: string) {
  const staff = await requireStaff(args, roles);
  return formReply(args, "Failed to change password", async ({ values }) => {
    await changeOwnPassword(staff, parseOrThrow(ownPasswordFormSchema, values, PASSWORD_FORM_REQUIRED));
    const text = "Password changed. Your other devices were signed out.";
    return redirectWithToast(back, { tone: "good", text });
  });
}

export async function ownDevicesScreen(args: LoaderFunctionArgs) {
  return { devices: await devicesOf(await requireStaff(args, rolesWith("back-office.read"))) };
}

/** `device` names one session; without it all others end. */
export async function signOutAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  const { device } = (await readSubmission(args.request)).values;
  const doneToast = (text: string) => redirectWithToast(DEVICES, { tone: "good", text });
  if (device === undefined) {
    return doneToast(`${pluralize(await signOutOthers(staff), "other device")} signed out.`);
  }
  const ended = typeof device === "string" && isUuid(device) && (await signOutDevice(staff, device));
  if (device === staff.sessionId) return redirect("/admin/login", 303);
  return doneToast(ended ? "The device was signed out." : "That device was already signed out.");
}
