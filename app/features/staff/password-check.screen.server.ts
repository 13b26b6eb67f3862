import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { rolesWith } from "~/auth/permissions.server";
import { heldSubmissionPath, resubmit } from "~/auth/recent-password.server";
import { markPasswordConfirmed } from "~/auth/sessions.server";
import { nextPath, requireStaff } from "~/auth/viewer.server";
import { parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { checkOwnPassword } from "./own-account.server";
import { passwordCheckSchema } from "./own-password.rules";

const HOME = "/admin";

const isFile = (path: string) => /\.(csv|json|txt)(\?|$)/.test(path);

/** The list of an export file. */
const listPathOfFile = (file: string) => file.replace(/\/[^/]*$/, "");

/** The page that asks for the password again, and shows what is waiting. */
export async function passwordCheckScreen(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  const posted = await heldSubmissionPath(args, staff);
  const next = nextPath(args.request, HOME);
  const file = posted === undefined && isFile(next) ? next : undefined;
  const asksFor = new URL(args.request.url).searchParams.has("next");
  const isFresh = staff.passwordAge === "ten minutes";
  if (isFresh && asksFor && posted === undefined && file === undefined) throw redirect(next);
  return {
    holds: posted !== undefined,
    file: file && isFresh ? file : undefined,
    backTo: posted ?? (file ? listPathOfFile(file) : HOME),
  };
}

export async function passwordCheckAction(args: LoaderFunctionArgs) {
  const staff = await requireStaff(args, rolesWith("back-office.read"));
  return formReply(args, "Failed to check your password", async ({ values }) => {
    const { currentPassword } = parseOrThrow(passwordCheckSchema, values);
    await checkOwnPassword(staff, currentPassword);
    await markPasswordConfirmed(staff.sessionId);
    const posted = await heldSubmissionPath(args, staff);
    if (posted !== undefined) return resubmit(args, posted);
    const next = nextPath(args.request, HOME);
    // A download shows no page, so this page announces it.
    return redirect(
      isFile(next) ? new URL(args.request.url).pathname + new URL(args.request.url).search : next,
      303,
    );
  });
}
