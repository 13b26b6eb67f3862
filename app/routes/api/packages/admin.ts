import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { packages } from "~/features/billing/packages.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(packages, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
