import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => itemAction(stockPicks, args);
