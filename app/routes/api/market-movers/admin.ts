import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { adminListReply, collectionAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(movers, args);
export const action = (args: ActionFunctionArgs) => collectionAction(movers, args);
