import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { RESENDING, resendVerification } from "~/features/members/verification.server";
import { VerificationScreen, verificationMeta } from "~/features/members/verification-screen";
import { outcomeOf } from "~/http/refusal.server";

export { retryHeaders as headers } from "~/http/page-headers";

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
