import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { serializeMember } from "~/access/member-account.queries.server";
import { signInReply } from "~/auth/form-sign-in.server";
import { MEMBER_SIGN_IN } from "~/features/accounts/sign-in.server";
import { apiReply } from "~/web/api-replies.server";
import { methodNotAllowed } from "~/web/replies.server";

export const loader = (args: LoaderFunctionArgs) => apiReply(args, async () => methodNotAllowed(["POST"]));

export const action = (args: ActionFunctionArgs) =>
  signInReply(args, MEMBER_SIGN_IN, (member, token) => ({
    message: "Logged in successfully!",
    token,
    user: serializeMember(member),
  }));
