import type { LoaderFunctionArgs } from "@remix-run/node";
import { addAdminReply } from "~/features/staff/admins.api.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) => apiAction(args, ["POST"], () => addAdminReply(args));
export const action = loader;
