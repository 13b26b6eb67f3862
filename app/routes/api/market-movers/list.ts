import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listReply, readOnlyAction } from "~/admin-kit/api.server";
import { movers } from "~/features/markets/movers.resource.server";
import { LIST_PARAMS } from "~/web/paging";

export const handle = { shared: true, params: LIST_PARAMS };

export const loader = (args: LoaderFunctionArgs) => listReply(movers, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
