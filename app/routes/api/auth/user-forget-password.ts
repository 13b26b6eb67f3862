import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { addressOnly } from "~/features/members/account.rules";
import { RESET_NOT_SENT, RESET_SENT } from "~/features/members/passwords.rules";
import { forgotPassword } from "~/features/members/passwords.server";
import { methodsReply, understood } from "~/http/refusal.server";
import { readSubmission } from "~/http/uploads.server";

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
