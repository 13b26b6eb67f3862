import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, collectionAction } from "~/admin-kit/api.server";
import { movers } from "~/features/markets/movers.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(movers, args);
export const action = (args: ActionFunctionArgs) => collectionAction(movers, args);
