import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { deleteViewAction, viewDeletionScreen } from "~/features/staff/views/views.screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Delete view");

export const loader = (args: LoaderFunctionArgs) => viewDeletionScreen(args);
export const action = (args: ActionFunctionArgs) => deleteViewAction(args);

export default function ViewDeletion() {
  const { name, isShared, backTo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmDialog question={deleteQuestion("view")} cancelTo={backTo} busyText="Deleting...">
      {refused && "message" in refused && <Note tone="warn" title={refused.message} />}
      <p className="break-words">
        “<bdi>{name}</bdi>” disappears{isShared ? " for everybody" : ""}. The records stay.
      </p>
    </ConfirmDialog>
  );
}
