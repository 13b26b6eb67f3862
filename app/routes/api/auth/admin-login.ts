import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { signInReply } from "~/auth/form-sign-in.server";
import { STAFF_SIGN_IN, staffWire } from "~/features/staff/sign-in.server";
import { apiReply } from "~/web/api-replies.server";
import { methodNotAllowed } from "~/web/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));

export const action = (args: ActionFunctionArgs) =>
  signInReply(args, STAFF_SIGN_IN, (admin, token) => ({
    message: "Logged in successfully!",
    token,
    admin: staffWire(admin),
  }));
