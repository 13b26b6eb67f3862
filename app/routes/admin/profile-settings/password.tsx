import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { adminMeta } from "~/admin-kit/admin-page";
import { ANY_STAFF } from "~/features/auth/viewer.server";
import { ownPasswordAction, ownPasswordScreen } from "~/features/staff/own-account.screen.server";
import { PasswordForm, ProfilePage } from "~/features/staff/staff-tabs";

const HERE = "/admin/profile-settings/password";

export { retryHeaders as headers } from "~/web/retry-after-headers";

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
