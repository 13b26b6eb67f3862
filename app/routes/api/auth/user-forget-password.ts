import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { addressOnly } from "~/features/accounts/account.rules";
import { RESET_NOT_SENT, RESET_SENT } from "~/features/accounts/passwords.rules";
import { forgotPassword } from "~/features/accounts/passwords.server";
import { methodsReply, understood } from "~/web/errors.server";
import { readSubmission } from "~/web/submission.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(
    args,
    ["POST"],
    async () => {
      const { values } = await readSubmission(args.request);
      await forgotPassword(args, understood(addressOnly, values).email);
      return json({ message: RESET_SENT });
    },
    RESET_NOT_SENT,
  );

export const action = loader;
