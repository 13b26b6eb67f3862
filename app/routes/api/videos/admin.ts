import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(videos, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
