import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { listReply, readOnlyAction } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(movers, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
