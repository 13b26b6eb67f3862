import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { upgradeReply } from "~/features/membership/purchase.api.server";
import { apiReply, methodNotAllowed } from "~/http/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));
export const action = (args: ActionFunctionArgs) => upgradeReply(args);
