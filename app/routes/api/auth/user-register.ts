import type { LoaderFunctionArgs } from "@remix-run/node";
import { REGISTRATION_FAILED } from "~/auth/account.rules";
import { registerReply } from "~/features/accounts/registration.api.server";
import { apiAction } from "~/web/api-replies.server";

const METHODS = ["POST"];

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(args, METHODS, () => registerReply(args), REGISTRATION_FAILED);
export const action = loader;
