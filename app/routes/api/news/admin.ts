import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { news } from "~/features/content/news/news.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(news, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
