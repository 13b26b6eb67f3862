import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => collectionAction(stockPicks, args);
