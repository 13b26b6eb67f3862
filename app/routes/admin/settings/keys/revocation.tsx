import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { revocationScreen, revokeKeyAction } from "~/features/api-keys/keys.screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { Note } from "~/ui/message";

export const handle = { dialog: true };

export const meta: MetaFunction = (args) => adminMeta(args, "Revoke API key");

export const loader = (args: LoaderFunctionArgs) => revocationScreen(args);
export const action = (args: ActionFunctionArgs) => revokeKeyAction(args);

export default function KeyRevocation() {
  const { name, backTo } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConfirmDialog
      question="Are you sure you want to revoke this API key?"
      confirm="Revoke"
      busyText="Revoking..."
      cancelTo={backTo}
    >
      <div className="grid gap-3">
        {refused && "message" in refused && <Note tone="warn" title={refused.message} />}
        <p className="break-words">
          “<bdi>{name}</bdi>” stops working with its next request. This can’t be undone.
        </p>
      </div>
    </ConfirmDialog>
  );
}
