import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => itemAction(dailyBriefs, args);
