import type { LoaderFunctionArgs } from "@remix-run/node";
import { ChangeOutlet } from "~/admin-kit/admin-page";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { members } from "~/features/accounts/members.resource.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(members, args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function ManageUsers() {
  return (
    <ListScreen
      related={
        <>
          <LinkButton to="/admin/newsletters">Newsletters</LinkButton>
          <LinkButton to="/admin/mails">Email log</LinkButton>
          <LinkButton to="/admin/manage-users/paste">Paste rows</LinkButton>
          <LinkButton to="/admin/manage-users/import">Import</LinkButton>
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
