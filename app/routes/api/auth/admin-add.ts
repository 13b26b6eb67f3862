import type { LoaderFunctionArgs } from "@remix-run/node";
import { addAdminReply } from "~/features/staff/admins.api.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) => methodsReply(args, ["POST"], () => addAdminReply(args));
export const action = loader;
