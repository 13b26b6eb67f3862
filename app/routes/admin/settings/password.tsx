import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { admins } from "~/features/staff/admins.resource.server";
import { ownPasswordAction, ownPasswordScreen } from "~/features/staff/own-account.screen.server";
import { PasswordForm, SettingsTabs } from "~/features/staff/staff-tabs";
import { AdminPage, adminMeta } from "~/resource/admin-page";
import { AdminHead } from "~/ui/head";

const HERE = "/admin/settings/password";

export { retryHeaders as headers } from "~/http/page-headers";

export const meta: MetaFunction = (args) => adminMeta(args, "Change Password");

export const loader = (args: LoaderFunctionArgs) => ownPasswordScreen(args, admins.roles.write);
export const action = (args: ActionFunctionArgs) => ownPasswordAction(args, admins.roles.write, HERE);

export default function SettingsPassword() {
  return (
    <AdminPage>
      <AdminHead title="Settings" />
      <SettingsTabs current={HERE} />
      <PasswordForm />
    </AdminPage>
  );
}
