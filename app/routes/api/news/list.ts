import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { news } from "~/features/content/news/news.resource.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(news, args);
export const action = (args: ActionFunctionArgs) => collectionAction(news, args);
