import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { ads } from "~/features/ads/ads.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(ads, args);
export const action = (args: ActionFunctionArgs) => collectionAction(ads, args);
