import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(videos, args);
export const action = (args: ActionFunctionArgs) => itemAction(videos, args);
