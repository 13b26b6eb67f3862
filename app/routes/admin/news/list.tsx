import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { listAction } from "~/resource/list-actions.server";
import { listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(news, args);
export const action = (args: ActionFunctionArgs) => listAction(news, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
