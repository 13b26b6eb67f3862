import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { getRefund } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) =>
  merchantReply(args, () => getRefund(args.params.id ?? ""));

export const action = (args: ActionFunctionArgs) => methodNotAllowedReply(args, "GET");
