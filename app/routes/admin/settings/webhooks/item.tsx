import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { webhookAction } from "~/features/webhooks/webhook-actions.server";
import { webhookScreen } from "~/features/webhooks/webhooks.screen.server";

export const loader = (args: LoaderFunctionArgs) => webhookScreen(args);
export const action = (args: ActionFunctionArgs) => webhookAction(args);
export { WebhookPage as default, webhookMeta as meta } from "~/features/webhooks/webhook-page";
