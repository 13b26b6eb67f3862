import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/demo-paypal/account.server";
import { capture } from "~/features/demo-paypal/orders.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, () => capture(args.params.id ?? ""), 201);
