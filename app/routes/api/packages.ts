import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { plansOnSale, planWire } from "~/features/membership/packages.queries.server";
import { apiReply } from "~/http/replies.server";
import { cached, readOnlyAction } from "~/resource/api.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => cached(args.request, (await plansOnSale()).map(planWire)));

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
