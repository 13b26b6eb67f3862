import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminListReply, readOnlyAction } from "~/admin-kit/api.server";
import { admins } from "~/features/staff/admins.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(admins, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
