import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { NO_PASSWORD_KEPT, WHY_NO_PASSWORD } from "~/features/accounts/verification.rules";
import { VERIFYING, verifyEmail } from "~/features/accounts/verification.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(
    args,
    ["GET", "HEAD"],
    async () => {
      const { passwordKept } = await verifyEmail(args, args.params.token);
      return json({ message: passwordKept ? VERIFYING.done : `${NO_PASSWORD_KEPT}. ${WHY_NO_PASSWORD}` });
    },
    VERIFYING.failed,
  );

export const action = loader;
