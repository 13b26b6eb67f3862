import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { plansOnSale, planWire } from "~/features/membership/packages.queries.server";
import { packages } from "~/features/membership/packages.resource.server";
import { apiReply } from "~/http/replies.server";
import { cached, collectionAction } from "~/resource/api.server";

export const handle = { shared: true };

/** The plans in the order of their price, as readers see them. */
export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => cached(args.request, (await plansOnSale()).map(planWire)));

export const action = (args: ActionFunctionArgs) => collectionAction(packages, args);
