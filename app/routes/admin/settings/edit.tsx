import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { FormScreen } from "~/admin-kit/form-screen";
import { adminFormSchema, EDIT_REQUIRED } from "~/features/staff/admins.rules";
import { editAdminAction, editAdminScreen } from "~/features/staff/admins.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => editAdminScreen(args);
export const action = (args: ActionFunctionArgs) => editAdminAction(args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function EditAdmin() {
  return <FormScreen schema={adminFormSchema} required={EDIT_REQUIRED} />;
}
