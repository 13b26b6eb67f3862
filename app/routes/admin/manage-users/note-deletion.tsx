import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { deleteMemberNote, noteDeletion } from "~/features/accounts/back-office/note-form.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Delete note");

export const loader = (args: LoaderFunctionArgs) => noteDeletion(args);
export const action = (args: ActionFunctionArgs) => deleteMemberNote(args);

export default function NoteDeletion() {
  const { text, staffName, backTo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmDialog question={deleteQuestion("note")} cancelTo={backTo} busyText="Deleting...">
      <div className="grid gap-3">
        {refused && "message" in refused && <Note tone="warn" title={refused.message} />}
        <p className="break-words">
          “<bdi>{text}</bdi>”, by <bdi>{staffName}</bdi>. This can’t be undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
