import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { hasIntent } from "~/auth/intents/intents.server";
import { catchAppError, errorMessage } from "~/web/app-error.server";
import { signInByLink } from "./link-sign-in.server";
import { VERIFY_TEXTS, verifyEmail } from "./verification.server";
import type { VerificationOutcome } from "./verification.texts";
import { NO_PASSWORD_KEPT } from "./verification.texts";

/** `/verify-email/{token}`: verifies the address and signs in the browser that registered it. */
export function verificationPage(args: LoaderFunctionArgs) {
  const { token = "" } = args.params;
  return catchAppError(
    args,
    VERIFY_TEXTS.failed,
    async () => {
      const { passwordKept, memberId } = await verifyEmail(args, args.params.token);
      const headers = passwordKept ? await signInByLink(args, token) : undefined;
      const outcome: VerificationOutcome = {
        done: true,
        message: passwordKept ? VERIFY_TEXTS.done : NO_PASSWORD_KEPT,
        needsPassword: !passwordKept,
        signedIn: headers !== undefined,
        continues: passwordKept && (await hasIntent(memberId)),
      };
      return data(outcome, { headers });
    },
    (error) => data<VerificationOutcome>({ done: false, message: errorMessage(error) }, error.status),
  );
}
