import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { videos } from "~/features/content/videos/videos.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(videos, args);
export const action = (args: ActionFunctionArgs) => listAction(videos, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
