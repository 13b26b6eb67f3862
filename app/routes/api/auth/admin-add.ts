import type { LoaderFunctionArgs } from "@remix-run/node";
import { addAdminReply } from "~/features/staff/admins.api.server";
import { apiAction } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) => apiAction(args, ["POST"], () => addAdminReply(args));
export const action = loader;
