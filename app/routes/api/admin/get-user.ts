import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminItemReply, readOnlyAction } from "~/admin-kit/api.server";
import { members } from "~/features/accounts/members.resource.server";

export const loader = (args: LoaderFunctionArgs) => adminItemReply(members, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
