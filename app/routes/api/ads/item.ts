import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { ads } from "~/features/ads/ads.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(ads, args);
export const action = (args: ActionFunctionArgs) => itemAction(ads, args);
