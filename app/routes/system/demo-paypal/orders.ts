import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { createOrder } from "~/features/billing/paypal/simulator/orders.server";
import { readSubmission } from "~/web/submission.server";

export const loader = (args: LoaderFunctionArgs) => methodNotAllowedReply(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => createOrder((await readSubmission(args.request)).values), 201);
