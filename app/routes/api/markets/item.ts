import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { quotes } from "~/features/markets/quotes.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(quotes, args);
export const action = (args: ActionFunctionArgs) => itemAction(quotes, args);
