import type { LoaderFunctionArgs } from "@remix-run/node";
import { deleteAdminReply } from "~/features/staff/admins.api.server";
import { methodsReply } from "~/web/errors.server";

export const loader = (args: LoaderFunctionArgs) =>
  methodsReply(args, ["DELETE"], () => deleteAdminReply(args));
export const action = loader;
