import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/billing/paypal/simulator/account.server";
import { show } from "~/features/billing/paypal/simulator/orders.server";

export const loader = (args: LoaderFunctionArgs) => merchantReply(args, () => show(args.params.id ?? ""));

export const action = (args: ActionFunctionArgs) => otherVerb(args, "GET");
