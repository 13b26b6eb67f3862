import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChangeOutlet } from "~/admin-kit/admin-page";
import { ListScreen } from "~/admin-kit/list-screen";
import { membersScreen } from "~/features/accounts/segments/members-list.screen.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => membersScreen(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function ManageUsers() {
  const { saveTo, importTo } = useLoaderData<typeof loader>();
  return (
    <ListScreen
      related={
        <>
          {saveTo && <LinkButton to={saveTo}>Save as segment</LinkButton>}
          <LinkButton to="/admin/manage-users/segments">Segments</LinkButton>
          <LinkButton to="/admin/manage-users/labels">Labels</LinkButton>
          <LinkButton to="/admin/manage-users/paste">Paste rows</LinkButton>
          {importTo && <LinkButton to={importTo}>Import</LinkButton>}
        </>
      }
      above={
        <p className="said" role="status" data-said="">
          <ChangeOutlet />
        </p>
      }
    />
  );
}
