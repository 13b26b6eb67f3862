import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { isId } from "~/admin-kit/find.server";
import { conflictOf, question, submitForm, unsaved } from "~/admin-kit/form.server";
import { versionOf } from "~/admin-kit/parse-submission.server";
import { devicesOf, signOutDevice, signOutOthers } from "~/features/auth/devices.server";
import { ANY_STAFF, requireStaff, type StaffRole } from "~/features/auth/viewer.server";
import { countOf } from "~/ui/format";
import { understood } from "~/web/errors.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { CHANGING_PASSWORD, ownName, ownPasswordForm } from "./admins.rules";
import { changeOwnPassword, ownNameOf, renameOneself } from "./own-account.server";

const PROFILE = "/admin/profile-settings";

/** One's own name. The address is what one signs in with, and the superadmin's to change. */
export async function ownNameScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, ANY_STAFF);
  const { fullname, version } = await ownNameOf(staff);
  return {
    version,
    fields: [
      question({
        name: "fullname",
        label: "Full name",
        input: "text",
        required: true,
        maxLength: 100,
        value: fullname,
        autoComplete: "name",
      }),
    ],
  };
}

export async function renameAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, ANY_STAFF);
  return submitForm(args, "Failed to update profile", async (submission) => {
    const { fullname } = understood(ownName, submission.values);
    const newer = await renameOneself(staff, fullname, versionOf(submission));
    if (newer) {
      return unsaved(conflictOf(submission, { fullname: newer.fullname }, newer.version), { status: 409 });
    }
    return redirectWithToast(PROFILE, { tone: "good", text: "Profile updated successfully" });
  });
}

const PRESENT = question({
  name: "currentPassword",
  label: "Current password",
  input: "password",
  required: true,
  autoComplete: "current-password",
});
const NEW = question({
  name: "newPassword",
  label: "New password",
  input: "password",
  required: true,
  autoComplete: "new-password",
  hint: "At least 8 characters. Your other devices are signed out.",
});
const AGAIN = question({
  name: "confirmPassword",
  label: "Confirm new password",
  input: "password",
  required: true,
  autoComplete: "new-password",
});

/** The form that changes one's own password, for who may open the screen. */
export async function ownPasswordScreen(args: LoaderFunctionArgs, roles: readonly StaffRole[]) {
  await requireStaff(args, roles);
  return { version: 0, fields: [PRESENT, NEW, AGAIN] };
}

/** @param back the screen that holds the form */
export async function ownPasswordAction(args: LoaderFunctionArgs, roles: readonly StaffRole[], back: string) {
  const staff = await requireStaff(args, roles);
  return submitForm(args, "Failed to change password", async ({ values }) => {
    await changeOwnPassword(staff, understood(ownPasswordForm, values, CHANGING_PASSWORD));
    const text = "Password changed. Your other devices were signed out.";
    return redirectWithToast(back, { tone: "good", text });
  });
}

export async function ownDevicesScreen(args: LoaderFunctionArgs) {
  return { devices: await devicesOf(await requireStaff(args, ANY_STAFF)) };
}

/** `device` names one session; without it all others end. */
export async function signOutAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, ANY_STAFF);
  const { device } = (await readSubmission(args.request)).values;
  const say = (text: string) => redirectWithToast(`${PROFILE}/devices`, { tone: "good", text });
  if (device === undefined) {
    return say(`${countOf(await signOutOthers(staff), "other device")} signed out.`);
  }
  const ended = typeof device === "string" && isId(device) && (await signOutDevice(staff, device));
  if (device === staff.sessionId) return redirect("/admin/login", 303);
  return say(ended ? "The device was signed out." : "That device was signed out already.");
}
