import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { members } from "~/features/members/members.resource.server";
import { adminListReply, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) => adminListReply(members, args);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
