import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangeOutlet } from "~/admin-kit/admin-page";
import { ListScreen } from "~/admin-kit/list-screen";
import { SettingsTabs } from "~/features/site-settings/settings-tabs";
import { adminsScreen, deleteAdminAction } from "~/features/staff/admins.screen.server";
import { OpenInvitations } from "~/features/staff/invitations/open-invitations";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => adminsScreen(args);
export const action = (args: ActionFunctionArgs) => deleteAdminAction(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function Settings() {
  const { invitations, now } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      related={<LinkButton to="/admin/settings/invitations/new">Invite by email</LinkButton>}
      above={
        <>
          <SettingsTabs current="/admin/settings" />
          <ChangeOutlet />
          <OpenInvitations items={invitations} now={now} />
        </>
      }
    />
  );
}
