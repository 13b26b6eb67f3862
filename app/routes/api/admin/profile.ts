import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { staffWire } from "~/features/staff/sign-in.server";
import { apiReply } from "~/http/replies.server";
import { ANY_STAFF, requireStaff } from "~/http/viewer.server";
import { readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => json({ admin: staffWire(await requireStaff(args, ANY_STAFF)) }));

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
