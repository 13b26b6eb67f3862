import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => collectionAction(stockPicks, args);
