import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => itemAction(dailyBriefs, args);
