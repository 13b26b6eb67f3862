import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RESENDING, resendVerification } from "~/features/accounts/verification.server";
import { VerificationScreen, verificationMeta } from "~/features/accounts/verification-screen";
import { outcomeOf } from "~/web/errors.server";

export { retryHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) => verificationMeta(args);

export const loader = (args: LoaderFunctionArgs) =>
  outcomeOf(args, RESENDING, async () => {
    await resendVerification(args);
    return undefined;
  });

export default function ResendVerification() {
  return (
    <VerificationScreen outcome={useLoaderData<typeof loader>()}>
      If the address is waiting for its verification, the email arrives in a moment.
    </VerificationScreen>
  );
}
