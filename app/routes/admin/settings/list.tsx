import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { ListScreen } from "~/admin-kit/list-screen";
import { adminsScreen, deleteAdminAction } from "~/features/staff/admins.screen.server";
import { SettingsTabs } from "~/features/staff/staff-tabs";

export const loader = (args: LoaderFunctionArgs) => adminsScreen(args);
export const action = (args: ActionFunctionArgs) => deleteAdminAction(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function Settings() {
  return <ListScreen above={<SettingsTabs current="/admin/settings" />} />;
}
