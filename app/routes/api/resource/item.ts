import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { itemAction, itemReply } from "~/admin-kit/api.server";
import { apiResourceOf } from "~/features/registry.server";

export const handle = { shared: true, params: ["fields"] };

export const loader = (args: LoaderFunctionArgs) => itemReply(apiResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => itemAction(apiResourceOf(args.request), args);
