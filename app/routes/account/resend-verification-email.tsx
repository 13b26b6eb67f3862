import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RESEND_TEXTS, resendVerification } from "~/features/accounts/verification.server";
import { VerificationScreen, verificationMeta } from "~/routes/account/verification-screen";
import { outcomeReply } from "~/web/form-replies.server";

export const meta: MetaFunction<typeof loader> = (args) => verificationMeta(args);

export const loader = (args: LoaderFunctionArgs) =>
  outcomeReply(args, RESEND_TEXTS, async () => {
    await resendVerification(args);
    return undefined;
  });

export default function ResendVerification() {
  return (
    <VerificationScreen outcome={useLoaderData<typeof loader>()}>
      If this address still needs to be verified, the email will arrive in a moment.
    </VerificationScreen>
  );
}
