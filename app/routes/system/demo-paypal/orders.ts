import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/billing/paypal/simulator/account.server";
import { create } from "~/features/billing/paypal/simulator/orders.server";
import { readSubmission } from "~/web/submission.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => create((await readSubmission(args.request)).values), 201);
