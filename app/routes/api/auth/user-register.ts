import type { LoaderFunctionArgs } from "@remix-run/node";
import { registerReply } from "~/features/members/registration.api.server";
import { methodsReply } from "~/http/refusal.server";

const METHODS = ["POST"];

export const loader = (args: LoaderFunctionArgs) => methodsReply(args, METHODS, () => registerReply(args));
export const action = loader;
