import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { captureSimulatedOrder } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) => methodNotAllowedReply(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, () => captureSimulatedOrder(args.params.id ?? ""), 201);
