import type { ActionFunctionArgs } from "@remix-run/node";
import { merchantReply } from "~/features/demo-paypal/account.server";
import { capture } from "~/features/demo-paypal/orders.server";

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, () => capture(args.params.id ?? ""), 201);
