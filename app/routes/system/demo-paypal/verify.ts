import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/billing/paypal/simulator/account.server";
import { verify } from "~/features/billing/paypal/simulator/notify.server";
import { readSubmission } from "~/web/submission.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => verify((await readSubmission(args.request)).values));
