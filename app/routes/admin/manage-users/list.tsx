import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { ListScreen } from "~/admin-kit/list-screen";
import { listScreen } from "~/admin-kit/list-screen.server";
import { switchInList } from "~/features/accounts/back-office/members.screen.server";
import { members } from "~/features/accounts/members.resource.server";
import { LinkButton } from "~/ui/button";

export const loader = (args: LoaderFunctionArgs) => listScreen(members, args);
export const action = (args: ActionFunctionArgs) => switchInList(args);
export { listMeta as meta } from "~/admin-kit/list-screen";

export default function ManageUsers() {
  const answer = useActionData<typeof action>();
  const said = answer && "said" in answer ? answer.said : "";
  return (
    <ListScreen
      beside={<LinkButton to="/admin/mails">Mail log</LinkButton>}
      above={
        <p className="said" role="status" data-said="">
          {said}
        </p>
      }
    />
  );
}
