import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { deleteQuestion } from "~/admin-kit/delete-question";
import { deleteWebhookAction } from "~/features/webhooks/webhook-actions.server";
import { webhookDeletionScreen } from "~/features/webhooks/webhooks.screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Delete webhook");

export const loader = (args: LoaderFunctionArgs) => webhookDeletionScreen(args);
export const action = (args: ActionFunctionArgs) => deleteWebhookAction(args);

export default function WebhookDeletion() {
  const { name, backTo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmDialog question={deleteQuestion("webhook")} cancelTo={backTo} busyText="Deleting...">
      <div className="grid gap-3">
        {refused && "message" in refused && <Note tone="warn" title={refused.message} />}
        <p className="break-words">
          “<bdi>{name}</bdi>” with its log and what waits to be sent. Its program gets nothing any more. This
          can’t be undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
