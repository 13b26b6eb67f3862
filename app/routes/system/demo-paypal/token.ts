import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { otherVerb, tokenReply } from "~/features/billing/paypal/simulator/account.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) => tokenReply(args);
