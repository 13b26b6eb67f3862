import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { apiResourceOf } from "~/features/registry.server";
import { LIST_PARAMS } from "~/web/paging";

export const handle = { shared: true, params: LIST_PARAMS };

export const loader = (args: LoaderFunctionArgs) => listReply(apiResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => collectionAction(apiResourceOf(args.request), args);
