import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { ownPasswordAction, ownPasswordScreen } from "~/features/staff/own-account.screen.server";
import { PasswordForm, ProfilePage } from "~/features/staff/staff-tabs";
import { ANY_STAFF } from "~/http/viewer.server";
import { adminMeta } from "~/resource/admin-page";

const HERE = "/admin/profile-settings/password";

export { retryHeaders as headers } from "~/http/page-headers";

export const meta: MetaFunction = (args) => adminMeta(args, "Own password");

export const loader = (args: LoaderFunctionArgs) => ownPasswordScreen(args, ANY_STAFF);
export const action = (args: ActionFunctionArgs) => ownPasswordAction(args, ANY_STAFF, HERE);

export default function OwnPassword() {
  return (
    <ProfilePage current={HERE}>
      <PasswordForm />
    </ProfilePage>
  );
}
