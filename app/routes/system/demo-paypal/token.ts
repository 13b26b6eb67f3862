import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { methodNotAllowedReply, tokenReply } from "~/features/billing/paypal/simulator/account.server";

export const loader = (args: LoaderFunctionArgs) => methodNotAllowedReply(args, "POST");

export const action = (args: ActionFunctionArgs) => tokenReply(args);
