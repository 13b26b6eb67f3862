import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { quotes } from "~/features/markets/quotes.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(quotes, args);
export const action = (args: ActionFunctionArgs) => itemAction(quotes, args);
