import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { movers } from "~/features/markets/movers.resource.server";
import { adminItemReply, itemAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminItemReply(movers, args);
export const action = (args: ActionFunctionArgs) => itemAction(movers, args);
