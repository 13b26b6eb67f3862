import type { LoaderFunctionArgs } from "@remix-run/node";
import { updateAdminReply } from "~/features/staff/admins.api.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) => apiAction(args, ["PUT"], () => updateAdminReply(args));
export const action = loader;
