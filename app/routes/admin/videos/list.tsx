import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { videos } from "~/features/videos/videos.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(videos, args);
export const action = (args: ActionFunctionArgs) => listAction(videos, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
