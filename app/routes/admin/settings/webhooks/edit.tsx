import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editWebhookAction } from "~/features/webhooks/webhook-actions.server";
import { editWebhookScreen } from "~/features/webhooks/webhooks.screen.server";

export const loader = (args: LoaderFunctionArgs) => editWebhookScreen(args);
export const action = (args: ActionFunctionArgs) => editWebhookAction(args);
export { EditWebhookPage as default, editWebhookMeta as meta } from "~/features/webhooks/webhook-form";
