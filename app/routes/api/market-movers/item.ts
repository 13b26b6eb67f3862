import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminItemReply, itemAction } from "~/admin-kit/api.server";
import { movers } from "~/features/markets/movers.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminItemReply(movers, args);
export const action = (args: ActionFunctionArgs) => itemAction(movers, args);
