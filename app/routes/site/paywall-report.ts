import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { paywallReply } from "~/features/paywall-statistics/paywalls.replies.server";

export const loader = (args: LoaderFunctionArgs) => paywallReply(args);
export const action = (args: ActionFunctionArgs) => paywallReply(args);
