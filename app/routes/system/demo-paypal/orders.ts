import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { demoMerchant, merchantReply } from "~/features/demo-paypal/account.server";
import { create } from "~/features/demo-paypal/orders.server";
import { apiReply, methodNotAllowed } from "~/http/replies.server";
import { readSubmission } from "~/http/uploads.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => {
    demoMerchant();
    return methodNotAllowed(["POST"]);
  });

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => create((await readSubmission(args.request)).values), 201);
