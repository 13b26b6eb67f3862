import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => itemAction(stockPicks, args);
