import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { demoMerchant, tokenReply } from "~/features/demo-paypal/account.server";
import { apiReply, methodNotAllowed } from "~/http/replies.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    demoMerchant();
    return methodNotAllowed(["POST"]);
  });

export const action = (args: ActionFunctionArgs) => tokenReply(args);
