import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { stockPicks } from "~/features/stock-picks/stock-picks.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
