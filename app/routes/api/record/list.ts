import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { collectionAction, listReply } from "~/admin-kit/api.server";
import { apiResourceOf } from "~/features/registry.server";

export const handle = { shared: true };

export const loader = (args: LoaderFunctionArgs) => listReply(apiResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => collectionAction(apiResourceOf(args.request), args);
