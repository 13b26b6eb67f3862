import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { editAdminAction, editAdminScreen } from "~/features/staff/admins.screen.server";

export const handle = { dialog: true };

export const loader = (args: LoaderFunctionArgs) => editAdminScreen(args);
export const action = (args: ActionFunctionArgs) => editAdminAction(args);
export { FormScreen as default, formMeta as meta } from "~/admin-kit/form-screen";
