import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { passwordReset } from "~/features/members/account.rules";
import { RESET_DONE, RESET_FAILED } from "~/features/members/passwords.rules";
import { resetPassword } from "~/features/members/passwords.server";
import { methodsReply, understood } from "~/http/refusal.server";
import { readSubmission } from "~/http/uploads.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(
    args,
    ["POST"],
    async () => {
      const { values } = await readSubmission(args.request);
      const { password } = understood(passwordReset, values);
      await resetPassword(args, args.params.token ?? "", password);
      return json({ message: RESET_DONE });
    },
    RESET_FAILED,
  );

export const action = loader;
