import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { getCapture } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) =>
  merchantReply(args, () => getCapture(args.params.id ?? ""));

export const action = (args: ActionFunctionArgs) => methodNotAllowedReply(args, "GET");
