import type { LoaderFunctionArgs } from "@remix-run/node";
import { subscriptionReply } from "~/features/accounts/back-office/tier.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(args, ["PUT"], () => subscriptionReply(args));
export const action = loader;
