import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(videos, args);
export const action = (args: ActionFunctionArgs) => collectionAction(videos, args);
