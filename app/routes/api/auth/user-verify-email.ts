import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { VERIFY_TEXTS, verifyEmail } from "~/features/accounts/verification.server";
import { NO_PASSWORD_KEPT, WHY_NO_PASSWORD } from "~/features/accounts/verification.texts";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(
    args,
    ["GET", "HEAD"],
    async () => {
      const { passwordKept } = await verifyEmail(args, args.params.token);
      return json({ message: passwordKept ? VERIFY_TEXTS.done : `${NO_PASSWORD_KEPT}. ${WHY_NO_PASSWORD}` });
    },
    VERIFY_TEXTS.failed,
  );

export const action = loader;
