import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { admins } from "~/features/staff/admins.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(admins, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
