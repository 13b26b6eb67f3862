import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveNotification } from "~/features/billing/webhook.server";
import { apiReply } from "~/web/replies.server";

const reply = (args: LoaderFunctionArgs) => apiReply(args, () => receiveNotification(args));

export const loader = (args: LoaderFunctionArgs) => reply(args);
export const action = (args: ActionFunctionArgs) => reply(args);
