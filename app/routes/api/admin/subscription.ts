import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionReply } from "~/features/accounts/back-office/tier.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) => apiAction(args, ["PUT"], () => subscriptionReply(args));
export const action = loader;
