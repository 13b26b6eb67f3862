import type { LoaderFunctionArgs } from "@remix-run/node";
import { webhooksScreen } from "~/features/webhooks/webhooks.screen.server";

export const loader = (args: LoaderFunctionArgs) => webhooksScreen(args);
export { WebhooksPage as default, webhooksMeta as meta } from "~/features/webhooks/webhooks-page";
