import type { LoaderFunctionArgs } from "@remix-run/node";
import { merchantReply } from "~/features/demo-paypal/account.server";
import { show } from "~/features/demo-paypal/orders.server";

export const loader = (args: LoaderFunctionArgs) => merchantReply(args, () => show(args.params.id ?? ""));
