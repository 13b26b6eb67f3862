import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { paymentsReply } from "~/features/billing/payments/payments.api.server";
import { apiReply } from "~/web/api-replies.server";
import { methodNotAllowed } from "~/web/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));
export const action = (args: ActionFunctionArgs) => paymentsReply(args);
