import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminItemReply, readOnlyAction } from "~/admin-kit/api.server";
import type { Writer } from "~/auth/viewer.server";
import { members } from "~/features/accounts/members.resource.server";

const limitFor = ({ kind, id }: Writer) =>
  kind === "key" ? { "member-read-key": id } : { "member-read-staff": id };

export const loader = (args: LoaderFunctionArgs) => adminItemReply(members, args, limitFor);
export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
