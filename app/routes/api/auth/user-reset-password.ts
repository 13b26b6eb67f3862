import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { passwordResetSchema } from "~/auth/account.rules";
import { resetPassword } from "~/features/accounts/passwords.server";
import { RESET_DONE, RESET_FAILED } from "~/features/accounts/passwords.texts";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction } from "~/web/api-replies.server";
import { parseOrThrow } from "~/web/app-error.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(
    args,
    ["POST"],
    async () => {
      const { values } = await readApiBody(args);
      const { password } = parseOrThrow(passwordResetSchema, values);
      await resetPassword(args, args.params.token ?? "", password);
      return json({ message: RESET_DONE });
    },
    RESET_FAILED,
  );

export const action = loader;
