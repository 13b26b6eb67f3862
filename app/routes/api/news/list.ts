import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { collectionAction, listReply } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(news, args);
export const action = (args: ActionFunctionArgs) => collectionAction(news, args);
