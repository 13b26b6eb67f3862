import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dailyBriefs } from "~/features/daily-briefs/daily-briefs.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(dailyBriefs, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
