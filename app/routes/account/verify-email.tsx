import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NO_PASSWORD_KEPT } from "~/features/members/verification.rules";
import { VERIFYING, verifyEmail } from "~/features/members/verification.server";
import { VerificationScreen, verificationMeta } from "~/features/members/verification-screen";
import { outcomeOf } from "~/http/refusal.server";

export { retryHeaders as headers } from "~/http/page-headers";

export const meta: MetaFunction<typeof loader> = (args) => verificationMeta(args);

export const loader = (args: LoaderFunctionArgs) =>
  outcomeOf(args, VERIFYING, async () => {
    const { passwordKept } = await verifyEmail(args, args.params.token);
    return passwordKept ? undefined : NO_PASSWORD_KEPT;
  });

export default function VerifyEmail() {
  return <VerificationScreen outcome={useLoaderData<typeof loader>()} />;
}
