import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleWebhook } from "~/features/billing/paypal/webhook.server";

export const loader = (args: LoaderFunctionArgs) => handleWebhook(args);
export const action = (args: ActionFunctionArgs) => handleWebhook(args);
