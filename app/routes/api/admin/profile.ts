import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { readOnlyAction } from "~/admin-kit/api.server";
import { rolesWith } from "~/auth/permissions.server";
import { requireStaff } from "~/auth/viewer.server";
import { staffWire } from "~/features/staff/sign-in.server";
import { apiReply } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiReply(args, async () =>
    json({ admin: staffWire(await requireStaff(args, rolesWith("back-office.read"))) }),
  );

export const action = (args: ActionFunctionArgs) => readOnlyAction(args);
