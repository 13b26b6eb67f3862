import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ads } from "~/features/ads/ads.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(ads, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
