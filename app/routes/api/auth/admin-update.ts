import type { LoaderFunctionArgs } from "@remix-run/node";
import { updateAdminReply } from "~/features/staff/admins.api.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) => methodsReply(args, ["PUT"], () => updateAdminReply(args));
export const action = loader;
