import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/demo-paypal/account.server";
import { create } from "~/features/demo-paypal/orders.server";
import { readSubmission } from "~/http/uploads.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => create((await readSubmission(args.request)).values), 201);
