import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AdminPage, adminMeta } from "~/admin-kit/admin-page";
import { undoByForm, undoQuestion } from "~/features/accounts/imports/import.screen.server";
import { IMPORTS_PATH, importPath } from "~/features/accounts/imports/import-columns.rules";
import { UndoneMembers } from "~/features/accounts/imports/imported-members";
import { MEMBERS_PATH } from "~/features/accounts/imports/imports-page";
import { Button, LinkButton } from "~/ui/button";
import { AdminHead } from "~/ui/head";

export const meta: MetaFunction = (args) => adminMeta(args, "Undo import");

export const loader = (args: LoaderFunctionArgs) => undoQuestion(args);
export const action = (args: ActionFunctionArgs) => undoByForm(args);

/** Confirms before an import is undone. */
export default function UndoImport() {
  const { id, fileName, imported } = useLoaderData<typeof loader>();
  return (
    <AdminPage>
      <AdminHead
        title={<span className="wrap-anywhere">{`Undo the import of ${fileName}?`}</span>}
        crumbs={[
          { label: "Manage Users", to: MEMBERS_PATH },
          { label: "Import members", to: IMPORTS_PATH },
          { label: "Undo" },
        ]}
      />
      <UndoneMembers imported={imported} />
      <form method="post" className="actions mt-6">
        <LinkButton to={importPath(id)}>Cancel</LinkButton>
        <Button variant="danger" busyText="Starting...">
          Undo the import
        </Button>
      </form>
    </AdminPage>
  );
}
