import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { lockReply } from "~/features/paywall-statistics/locks.replies.server";

export const loader = (args: LoaderFunctionArgs) => lockReply(args);
export const action = (args: ActionFunctionArgs) => lockReply(args);
