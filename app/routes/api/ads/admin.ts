import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { ads } from "~/features/ads/ads.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(ads, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
