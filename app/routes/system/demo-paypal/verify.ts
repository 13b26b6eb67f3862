import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply, otherVerb } from "~/features/demo-paypal/account.server";
import { verify } from "~/features/demo-paypal/notify.server";
import { readSubmission } from "~/http/uploads.server";

export const loader = (args: LoaderFunctionArgs) => otherVerb(args, "POST");

export const action = (args: ActionFunctionArgs) =>
  merchantReply(args, async () => verify((await readSubmission(args.request)).values));
