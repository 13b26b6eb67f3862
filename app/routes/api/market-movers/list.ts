import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listReply, readOnlyAction } from "~/admin-kit/api.server";
import { movers } from "~/features/markets/movers.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(movers, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
