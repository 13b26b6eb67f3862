import type { ActionFunctionArgs } from "@remix-run/node";
import { merchantReply } from "~/features/demo-paypal/account.server";
import { refund } from "~/features/demo-paypal/orders.server";

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, () => refund(args.params.id ?? ""), 201);
