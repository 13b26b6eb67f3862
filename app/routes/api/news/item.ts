import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { itemAction, itemReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => itemReply(news, args);
export const action = (args: ActionFunctionArgs) => itemAction(news, args);
