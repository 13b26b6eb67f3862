import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, methodNotAllowedReply } from "~/features/billing/paypal/simulator/account.server";
import { verifySignature } from "~/features/billing/paypal/simulator/notify.server";
import { readSubmission } from "~/web/submission.server";

export const loader = (args: LoaderFunctionArgs) => methodNotAllowedReply(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => verifySignature((await readSubmission(args.request)).values));
