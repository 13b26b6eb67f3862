import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { newAdminAction, newAdminScreen } from "~/features/staff/admins.screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => newAdminScreen(args);
export const action = (args: ActionFunctionArgs) => newAdminAction(args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
