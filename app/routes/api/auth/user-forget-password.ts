import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { emailOnlySchema } from "~/auth/account.rules";
import { forgotPassword } from "~/features/accounts/passwords.server";
import { RESET_NOT_SENT, RESET_SENT } from "~/features/accounts/passwords.texts";
import { readApiBody } from "~/web/accepted-names.server";
import { apiAction } from "~/web/api-replies.server";
import { parseOrThrow } from "~/web/app-error.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(
    args,
    ["POST"],
    async () => {
      const { values } = await readApiBody(args);
      await forgotPassword(args, parseOrThrow(emailOnlySchema, values).email);
      return json({ message: RESET_SENT });
    },
    RESET_NOT_SENT,
  );

export const action = loader;
