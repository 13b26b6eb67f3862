import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { news } from "~/features/content/news/news.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(news, args);
export const action = (args: ActionFunctionArgs) => itemAction(news, args);
