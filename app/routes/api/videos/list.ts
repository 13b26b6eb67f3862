import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(videos, args);
export const action = (args: ActionFunctionArgs) => collectionAction(videos, args);
