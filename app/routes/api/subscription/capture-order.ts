import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { captureReply } from "~/features/billing/orders/purchase.api.server";
import { apiReply } from "~/web/api-replies.server";
import { methodNotAllowed } from "~/web/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));
export const action = (args: ActionFunctionArgs) => captureReply(args);
