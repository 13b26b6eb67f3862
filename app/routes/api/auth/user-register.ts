import type { LoaderFunctionArgs } from "@remix-run/node";
import { REGISTRATION_FAILED } from "~/features/members/account.rules";
import { registerReply } from "~/features/members/registration.api.server";
import { methodsReply } from "~/http/refusal.server";

const METHODS = ["POST"];

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(args, METHODS, () => registerReply(args), REGISTRATION_FAILED);
export const action = loader;
