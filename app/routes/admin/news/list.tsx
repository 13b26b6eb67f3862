import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { deleteAction, listScreen } from "~/resource/list-screen.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(news, args);
export const action = (args: ActionFunctionArgs) => deleteAction(news, args);
export { ListScreen as default, listMeta as meta } from "~/resource/list-screen";
