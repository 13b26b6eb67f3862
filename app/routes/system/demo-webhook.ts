import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveMessage } from "~/features/webhooks/sandbox/own-receiver.server";

export const loader = (args: LoaderFunctionArgs) => receiveMessage(args);
export const action = (args: ActionFunctionArgs) => receiveMessage(args);
