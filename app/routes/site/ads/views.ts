import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { countReply } from "~/features/ads/ad-counts.replies.server";

export const loader = (args: LoaderFunctionArgs) => countReply(args, "views");
export const action = (args: ActionFunctionArgs) => countReply(args, "views");
