import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { rolesWith } from "~/auth/permissions.server";
import { ownPasswordAction, ownPasswordScreen } from "~/features/staff/own-account.screen.server";
import { PasswordForm } from "~/features/staff/own-password-form";
import { ProfilePage } from "~/features/staff/profile-page";

const PATH = "/admin/profile-settings/password";

export const handle = { hydrate: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Own password");

export const loader = (args: LoaderFunctionArgs) => ownPasswordScreen(args, rolesWith("back-office.read"));
export const action = (args: ActionFunctionArgs) =>
  ownPasswordAction(args, rolesWith("back-office.read"), PATH);

export default function OwnPassword() {
  return (
    <ProfilePage current={PATH}>
      <PasswordForm />
    </ProfilePage>
  );
}
