import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { countReply } from "~/features/ads/count-requests.server";

export const loader = (args: LoaderFunctionArgs) => countReply(args, "views");
export const action = (args: ActionFunctionArgs) => countReply(args, "views");
