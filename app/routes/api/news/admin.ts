import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { news } from "~/features/news/news.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(news, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
