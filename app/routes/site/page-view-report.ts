import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { pageViewReply } from "~/features/page-views/page-views.replies.server";

export const loader = (args: LoaderFunctionArgs) => pageViewReply(args);
export const action = (args: ActionFunctionArgs) => pageViewReply(args);
