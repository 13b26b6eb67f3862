import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { DeviceTable } from "~/auth/device-table";
import { ownDevicesScreen, signOutAction } from "~/features/staff/own-account.screen.server";
import { ProfilePage } from "~/features/staff/profile-page";
import { Button } from "~/ui/button";
import { useRootData } from "~/web/root-data";

export const meta: MetaFunction = (args) => adminMeta(args, "Signed-in devices");

export const loader = (args: LoaderFunctionArgs) => ownDevicesScreen(args);
export const action = (args: ActionFunctionArgs) => signOutAction(args);

export default function OwnDevices() {
  const { devices } = useLoaderData<typeof loader>();
  const { siteTz } = useRootData();
  return (
    <ProfilePage current="/admin/profile-settings/devices">
      <DeviceTable devices={devices} zone={siteTz} />
      {devices.length > 1 && (
        <form method="post" className="actions mt-6">
          <Button busyText="Signing out...">Sign out all other devices</Button>
          <p className="meta">This device stays signed in.</p>
        </form>
      )}
    </ProfilePage>
  );
}
