import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmDialog } from "~/ui/dialog";
import { formatCount } from "~/ui/format";
import { Note } from "~/ui/message";
import { adminMeta } from "./admin-page";
import type { SelectionQuestion } from "./apply-selection.server";

export const selectionMeta: MetaFunction = (args) =>
  adminMeta(args, (args.data as SelectionQuestion | undefined)?.title);

/** The confirmation for selected rows, over their list. */
export function SelectionScreen() {
  const { question, destroys, confirm, backTo, rows, more, versions } = useLoaderData() as SelectionQuestion;
  const actionData = useActionData() as { message?: string } | undefined;
  return (
    <ConfirmDialog
      question={question}
      cancelTo={backTo}
      fields={{ versions }}
      confirm={confirm}
      harmless={!destroys}
      busyText={destroys ? "Deleting..." : "Saving..."}
    >
      {actionData?.message && <Note tone="bad" title={actionData.message} />}
      <ul className="selected">
        {rows.map(({ id, title, note, warning, unchanged }) => (
          <li key={id}>
            {note ?? title}
            {unchanged && <span className="text-muted"> (no change)</span>}
            {warning && <span className="meta block">{warning}.</span>}
          </li>
        ))}
        {more > 0 && <li>{`and ${formatCount(more)} more`}</li>}
      </ul>
    </ConfirmDialog>
  );
}
