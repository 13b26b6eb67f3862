import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { dailyBriefs } from "~/features/content/briefs/briefs.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
