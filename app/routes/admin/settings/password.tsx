import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { SettingsTabs } from "~/features/site-settings/settings-tabs";
import { admins } from "~/features/staff/admins.resource.server";
import { ownPasswordAction, ownPasswordScreen } from "~/features/staff/own-account.screen.server";
import { PasswordForm } from "~/features/staff/own-password-form";
import { AdminHead } from "~/ui/head";

const PATH = "/admin/settings/password";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Change Password");

export const loader = (args: LoaderFunctionArgs) => ownPasswordScreen(args, admins.roles.write);
export const action = (args: ActionFunctionArgs) => ownPasswordAction(args, admins.roles.write, PATH);

export default function SettingsPassword() {
  return (
    <AdminPage>
      <AdminHead title="Settings" />
      <SettingsTabs current={PATH} />
      <PasswordForm />
    </AdminPage>
  );
}
