import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { staffWire } from "~/features/staff/sign-in.server";
import { apiReply } from "~/http/replies.server";
import { requireStaff } from "~/http/viewer.server";
import { everyStaff, readOnlyAction } from "~/resource/api.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () => json({ admin: staffWire(await requireStaff(args, everyStaff)) }));

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
