import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(ads, args);
export const action = (args: ActionFunctionArgs) => collectionAction(ads, args);
