import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(ads, args);
export const action = (args: ActionFunctionArgs) => itemAction(ads, args);
