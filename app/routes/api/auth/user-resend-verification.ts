import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { RESEND_TEXTS, resendVerification } from "~/features/accounts/verification.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(
    args,
    ["GET", "HEAD"],
    async () => {
      await resendVerification(args);
      return json({ message: RESEND_TEXTS.done });
    },
    RESEND_TEXTS.failed,
  );

export const action = loader;
