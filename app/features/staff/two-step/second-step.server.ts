import { data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { codeSchema } from "~/auth/account.rules";
import { signedInReply } from "~/auth/form-sign-in.server";
import { passkeysOf } from "~/auth/passkeys/passkeys.server";
import { nextPath, viewerOf } from "~/auth/viewer.server";
import { mailNewDevice } from "~/features/mail/new-device-mail.server";
import { pluralize } from "~/ui/format";
import { AppError, fieldError, parseOrThrow } from "~/web/app-error.server";
import { formReply } from "~/web/form-replies.server";
import { withNext } from "~/web/safe-path";
import { redirectWithToast } from "~/web/toast.server";
import {
  endPendingSignIn,
  forgetPendingSignIn,
  pendingPerson,
  SECOND_STEP_PATH,
} from "./pending-sign-ins.server";
import { takeCode } from "./two-step.server";
import { mailTwoStep } from "./two-step-mail.server";

const NEEDS_CODE =
  "Two-step sign-in is on for this account: send a code from your app or a recovery code in the field “code”.";

const ENTERING = { kind: "staff", onNewDevice: mailNewDevice("staff") } as const;

const LOGIN = "/admin/login";
export const SIGN_IN_EXPIRED = "This sign-in expired after ten minutes. Please sign in again.";

/** Checks a code sent with the password over the API. @throws AppError 401 if it is missing or wrong, 429 */
export async function checkCode(
  { id, email }: { id: string; email: string },
  code: string | undefined,
): Promise<void> {
  if (!code?.trim()) throw fieldError(401, "code", NEEDS_CODE);
  try {
    await takeCode(id, code, (manager, codesLeft) => mailRecoveryUse(manager, email, codesLeft));
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 422) throw error;
    throw new AppError(401, error.message, error.details);
  }
}

async function mailRecoveryUse(
  manager: Parameters<typeof mailTwoStep>[0],
  email: string,
  codesLeft: number | undefined,
): Promise<void> {
  if (codesLeft !== undefined) await mailTwoStep(manager, email, { kind: "recovery", codesLeft });
}

const requestSearch = ({ request }: LoaderFunctionArgs) => new URL(request.url).search;

/** The page between the password and the session. */
export async function secondStepScreen(args: LoaderFunctionArgs) {
  const viewer = await viewerOf(args);
  if (viewer.kind === "staff") throw redirect(nextPath(args.request, "/admin"));
  const person = await pendingPerson(args.request);
  if (!person)
    return data({ over: SIGN_IN_EXPIRED, loginTo: LOGIN + requestSearch(args) } as const, { status: 400 });
  const params = new URL(args.request.url).searchParams;
  const recovery = params.get("with") === "recovery";
  if (recovery) params.delete("with");
  else params.set("with", "recovery");
  const passkeys = await passkeysOf({ kind: "staff", id: person.id });
  return data({
    over: undefined,
    email: person.email,
    recovery,
    otherTo: `?${params}`,
    passkeyTo: passkeys.length > 0 ? withNext(`${SECOND_STEP_PATH}/passkey`, args.request) : undefined,
  });
}

export async function secondStepAction(args: LoaderFunctionArgs) {
  const person = await pendingPerson(args.request);
  if (!person) throw await redirectWithToast(LOGIN, { tone: "bad", text: SIGN_IN_EXPIRED });
  return formReply(args, "Login failed", async ({ values }) => {
    const { code } = parseOrThrow(codeSchema, values);
    const { codesLeft } = await takeCode(person.id, code, async (manager, left) => {
      if (!(await endPendingSignIn(manager, args.request)))
        throw new AppError(409, "You are already signed in.");
      await mailRecoveryUse(manager, person.email, left);
    });
    const words = codesLeft === undefined ? undefined : `${pluralize(codesLeft, "recovery code")} left.`;
    const reply = await signedInReply(args, ENTERING, person, nextPath(args.request, "/admin"), words);
    reply.headers.append("Set-Cookie", forgetPendingSignIn());
    return reply;
  });
}
