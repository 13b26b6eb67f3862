import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeviceTable } from "~/features/frame/device-table";
import { ownDevicesScreen, signOutAction } from "~/features/staff/own-account.screen.server";
import { ProfilePage } from "~/features/staff/staff-tabs";
import { useRootData } from "~/http/root-data";
import { adminMeta } from "~/resource/admin-page";
import { Button } from "~/ui/button";

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
          <Button busyText="Signing out...">Sign out all others</Button>
          <p className="meta">This device stays signed in.</p>
        </form>
      )}
    </ProfilePage>
  );
}
