import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { switchTierAction } from "~/features/accounts/back-office/members.screen.server";
import { members } from "~/features/accounts/members.resource.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(members, args);
export const action = (args: ActionFunctionArgs) => switchTierAction(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function ManageUsers() {
  const actionData = useActionData<typeof action>();
  const message = actionData && "message" in actionData ? actionData.message : "";
  return (
    <ListScreen
      quiet
      beside={<LinkButton to="/admin/mails">Mail log</LinkButton>}
      above={
        <p className="said" role="status" data-said="">
          {message}
        </p>
      }
    />
  );
}
