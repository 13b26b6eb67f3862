import { Button, LinkButton } from "~/ui/button";
import { formatCount, pluralize } from "~/ui/format";
import type { ImportScreenData } from "./import.screen.server";
import { importPath } from "./import-columns.rules";
import { MEMBERS_PATH } from "./imports-page";

type Counts = NonNullable<ImportScreenData["imported"]>;

/** What undoing an import would change, and which members it would skip. */
export function UndoneMembers({ imported: { added, changed, touched } }: { imported: Counts }) {
  return (
    <div className="grid gap-3">
      {added + changed === 0 && <p>This import has no changes left to undo.</p>}
      {added > 0 && (
        <p>{`${pluralize(added, "member")} that it added will be deleted, with all their data.`}</p>
      )}
      {changed > 0 && (
        <p>
          {`${pluralize(changed, "member")} that it changed will get back their earlier name, notes and access.`}
        </p>
      )}
      {touched > 0 && (
        <p>
          {`${pluralize(touched, "member")} ${touched === 1 ? "stays" : "stay"} unchanged: they have chosen a password, paid, or been changed since.`}
        </p>
      )}
      <p>This can’t be undone.</p>
    </div>
  );
}

type Props = { stored: ImportScreenData["stored"]; imported: Counts };

/** The changes that staff can make to the members of a finished import. */
export function ImportedMembers({
  stored: { id, state },
  imported: { all, unmailed, added, changed },
}: Props) {
  const canUndo = state !== "undone" && added + changed > 0;
  if (all === 0) return null;
  return (
    <div className="import-bar">
      <LinkButton to={`${MEMBERS_PATH}?import=${id}`}>
        {`Show ${state === "undone" ? "the" : "its"} ${pluralize(all, "member")}${state === "undone" ? " left" : ""}`}
      </LinkButton>
      {state === "done" && unmailed > 0 && (
        <form method="post" action={`${importPath(id)}/mails`}>
          <Button busyText="Starting...">{`Email ${pluralize(unmailed, "new member")}`}</Button>
        </form>
      )}
      {canUndo && (
        <LinkButton to={`${importPath(id)}/undo`} variant="danger">
          Undo the import
        </LinkButton>
      )}
      {state === "done" && unmailed > 0 && (
        <p className="meta">{`${formatCount(unmailed)} not emailed yet. The email has a link to set a password.`}</p>
      )}
    </div>
  );
}
