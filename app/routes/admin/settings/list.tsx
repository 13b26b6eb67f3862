import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { adminsScreen, deleteAdminAction } from "~/features/staff/admins.screen.server";
import { SettingsTabs } from "~/features/staff/staff-tabs";
import { ListScreen } from "~/resource/list-screen";

export const loader = (args: LoaderFunctionArgs) => adminsScreen(args);
export const action = (args: ActionFunctionArgs) => deleteAdminAction(args);
export { listMeta as meta } from "~/resource/list-screen";

export default function Settings() {
  return <ListScreen above={<SettingsTabs current="/admin/settings" />} />;
}
