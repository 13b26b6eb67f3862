import type { LoaderFunctionArgs } from "@remix-run/node";
import { endSessionReply } from "~/auth/end-session.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) =>
  apiAction(args, ["DELETE"], () => endSessionReply(args), "Failed to sign out");
export const action = loader;
