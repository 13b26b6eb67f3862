import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionReply } from "~/features/members/back-office/tier.server";
import { methodsReply } from "~/http/refusal.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(args, ["PUT"], () => subscriptionReply(args));
export const action = loader;
