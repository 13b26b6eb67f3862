import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { draftDeletionAction, draftDeletionLoader } from "~/admin-kit/writing/writing-actions.server";
import { writtenOf } from "~/features/registry.server";
import { AdminHead } from "~/ui/head";
import { Note } from "~/ui/message";
import { useRefusal } from "~/web/form";

const TITLE = "Unsaved text";

export const meta: MetaFunction = (args) => adminMeta(args, TITLE);

export const loader = (args: LoaderFunctionArgs) => draftDeletionLoader(writtenOf(args.params.kind), args);
export const action = (args: ActionFunctionArgs) => draftDeletionAction(writtenOf(args.params.kind), args);

/** Rendered only if the draft could not be discarded. */
export default function DraftDeletion() {
  const { backTo } = useLoaderData<typeof loader>();
  const refusal = useRefusal();
  return (
    <AdminPage>
      <AdminHead title={TITLE} />
      <Note tone="bad" title={refusal}>
        <p>
          The unsaved text was kept. <a href={backTo}>Back to the form</a>.
        </p>
      </Note>
    </AdminPage>
  );
}
