import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/billing/paypal/simulator/account.server";
import { refund } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, () => refund(args.params.id ?? ""), 201);
