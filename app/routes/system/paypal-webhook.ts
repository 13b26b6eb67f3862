import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { handleWebhook } from "~/features/billing/webhook.server";
import { apiReply } from "~/web/replies.server";

const reply = (args: LoaderFunctionArgs) => apiReply(args, () => handleWebhook(args));

export const loader = (args: LoaderFunctionArgs) => reply(args);
export const action = (args: ActionFunctionArgs) => reply(args);
