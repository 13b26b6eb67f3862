import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { refundCapture } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) => methodNotAllowedReply(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(
    args,
    async () => {
      const text = await args.request.text();
      const requestId = args.request.headers.get("PayPal-Request-Id");
      return refundCapture(args.params.id ?? "", text ? JSON.parse(text) : undefined, requestId);
    },
    201,
  );
