import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(videos, args);
export const action = (args: ActionFunctionArgs) => itemAction(videos, args);
