import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { newWebhookAction } from "~/features/webhooks/webhook-actions.server";
import { newWebhookScreen } from "~/features/webhooks/webhooks.screen.server";

export const loader = (args: LoaderFunctionArgs) => newWebhookScreen(args);
export const action = (args: ActionFunctionArgs) => newWebhookAction(args);
export { NewWebhookPage as default, newWebhookMeta as meta } from "~/features/webhooks/webhook-form";
