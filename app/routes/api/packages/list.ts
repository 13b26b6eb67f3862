import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { packages } from "~/features/billing/plans/packages.resource.server";
import { LIST_PARAMS } from "~/web/paging";

export const handle = { shared: true, params: LIST_PARAMS };

/** The packages in the order of their price, as readers see them. */
export const loader = (args: LoaderFunctionArgs) =>
  listReply(packages, args, { orderBy: { property: "price", direction: "asc" } });

export const action = (args: ActionFunctionArgs) => collectionAction(packages, args);
