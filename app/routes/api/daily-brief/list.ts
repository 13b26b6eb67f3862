import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => collectionAction(dailyBriefs, args);
