import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => collectionAction(dailyBriefs, args);
