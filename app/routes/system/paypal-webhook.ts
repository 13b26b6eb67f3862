import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveNotification } from "~/features/membership/webhook.server";
import { apiReply } from "~/http/replies.server";

const reply = (args: LoaderFunctionArgs) => apiReply(args, () => receiveNotification(args));

export const loader = (args: LoaderFunctionArgs) => reply(args);
export const action = (args: ActionFunctionArgs) => reply(args);
