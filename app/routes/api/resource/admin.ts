import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { apiResourceOf } from "~/features/registry.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(apiResourceOf(args.request), args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
