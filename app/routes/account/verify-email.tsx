import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { VERIFY_TEXTS, verifyEmail } from "~/features/accounts/verification.server";
import { NO_PASSWORD_KEPT } from "~/features/accounts/verification.texts";
import { VerificationScreen, verificationMeta } from "~/features/accounts/verification-screen";
import { outcomeReply } from "~/web/form-replies.server";

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction<typeof loader> = (args) => verificationMeta(args);

export const loader = (args: LoaderFunctionArgs) =>
  outcomeReply(args, VERIFY_TEXTS, async () => {
    const { passwordKept } = await verifyEmail(args, args.params.token);
    return passwordKept ? undefined : NO_PASSWORD_KEPT;
  });

export default function VerifyEmail() {
  return <VerificationScreen outcome={useLoaderData<typeof loader>()} />;
}
