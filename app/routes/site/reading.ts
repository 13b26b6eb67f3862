import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readingReply } from "~/features/page-views/readings.replies.server";

export const loader = (args: LoaderFunctionArgs) => readingReply(args);
export const action = (args: ActionFunctionArgs) => readingReply(args);
