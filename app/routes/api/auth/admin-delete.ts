import type { LoaderFunctionArgs } from "@remix-run/node";
import { deleteAdminReply } from "~/features/staff/admins.api.server";
import { apiAction } from "~/web/api-replies.server";

export const loader = (args: LoaderFunctionArgs) => apiAction(args, ["DELETE"], () => deleteAdminReply(args));
export const action = loader;
