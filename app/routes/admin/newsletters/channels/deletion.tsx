import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import {
  channelDeletionScreen,
  deleteChannelAction,
} from "~/features/newsletters/channels/channels.screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Delete channel");

export const loader = (args: LoaderFunctionArgs) => channelDeletionScreen(args);
export const action = (args: ActionFunctionArgs) => deleteChannelAction(args);

export default function ChannelDeletion() {
  const { name, backTo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmDialog question={deleteQuestion("channel")} cancelTo={backTo} busyText="Deleting...">
      <div className="grid gap-3">
        {refused && "message" in refused && <Note tone="warn" title={refused.message} />}
        <p className="break-words">
          “<bdi>{name}</bdi>” and the list of its posts. What is in the channel stays there. This can’t be
          undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
