import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { RESENDING, resendVerification } from "~/features/accounts/verification.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(
    args,
    ["GET", "HEAD"],
    async () => {
      await resendVerification(args);
      return json({ message: RESENDING.done });
    },
    RESENDING.failed,
  );

export const action = loader;
