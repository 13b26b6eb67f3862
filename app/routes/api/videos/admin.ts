import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(videos, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
