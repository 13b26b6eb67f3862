import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { FormScreen } from "~/admin-kit/form-screen";
import { ADD_REQUIRED, newAdminSchema } from "~/features/staff/admins.rules";
import { newAdminAction, newAdminScreen } from "~/features/staff/admins.screen.server";

export const handle = { dialog: true, hydrate: true };

export const loader = (args: LoaderFunctionArgs) => newAdminScreen(args);
export const action = (args: ActionFunctionArgs) => newAdminAction(args);
export { formMeta as meta } from "~/admin-kit/form-screen";

export default function NewAdmin() {
  return <FormScreen schema={newAdminSchema} required={ADD_REQUIRED} />;
}
