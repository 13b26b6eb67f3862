import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { listAction } from "~/admin-kit/list-actions.server";
import { listScreen } from "~/admin-kit/list-screen.server";
import { news } from "~/features/content/news/news.resource.server";

export const loader = (args: LoaderFunctionArgs) => listScreen(news, args);
export const action = (args: ActionFunctionArgs) => listAction(news, args);
export { ListScreen as default, listMeta as meta } from "~/admin-kit/list-screen";
