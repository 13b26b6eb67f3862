import type { LoaderFunctionArgs } from "@remix-run/node";
import { memberApi } from "~/features/members/refusal.server";
import { registerReply } from "~/features/members/registration.api.server";

const METHODS = ["POST"];

export const loader = (args: LoaderFunctionArgs) => memberApi(args, METHODS, () => registerReply(args));
export const action = loader;
