import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { stockPicks } from "~/features/content/picks/picks.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(stockPicks, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
