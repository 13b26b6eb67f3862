import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { adminMeta } from "~/admin-kit/admin-page";
import { undoByForm, undoQuestion } from "~/features/accounts/imports/import.screen.server";
import { importPath } from "~/features/accounts/imports/import-files.rules";
import { UndoneMembers } from "~/features/accounts/imports/imported-members";
import { ConfirmDialog } from "~/ui/dialog";

export const handle = { dialog: true };

export { retryAfterHeaders as headers } from "~/web/retry-after-headers";

export const meta: MetaFunction = (args) => adminMeta(args, "Undo import");

export const loader = (args: LoaderFunctionArgs) => undoQuestion(args);
export const action = (args: ActionFunctionArgs) => undoByForm(args);

export default function UndoImport() {
  const { id, fileName, imported } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      question={`Undo the import of ${fileName}?`}
      confirm="Undo the import"
      busyText="Starting..."
      cancelTo={importPath(id)}
    >
      <UndoneMembers imported={imported} />
    </ConfirmDialog>
  );
}
