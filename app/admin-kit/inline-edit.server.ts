import type { ActionFunctionArgs } from "@remix-run/node";
import { AppError } from "~/web/app-error.server";
import { conflictTitle, formReply } from "~/web/form-replies.server";
import { notFound } from "~/web/replies.server";
import { toFormValue } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { CONFIRMED, WARNINGS_SEEN } from "./confirmation";
import { deleteAction } from "./delete-screen.server";
import { type InlineEditable, inlineFields, SAVED_ROW } from "./inline-fields.server";
import { listPath } from "./list-rows.server";
import { INLINE, withParam } from "./list-state";
import { requireChange } from "./require-change.server";
import type { ManagedRecord, Removable } from "./resource.server";
import { requireRow, saveSubmission, withNotes } from "./submit.server";
import { requestedDiscard } from "./working-copies/copy-list.server";
import { discardAction } from "./working-copies/discard-copy.server";

/** Handles a list's forms: a row (`?save={id}`), a confirmed deletion (`?delete={id}`), a working copy that is discarded (`?discard={id}`). */
export async function listAction<Row extends ManagedRecord>(
  resource: InlineEditable<Row> & Removable<Row>,
  args: ActionFunctionArgs,
) {
  const { searchParams } = new URL(args.request.url);
  const id = searchParams.get(SAVED_ROW);
  if (requestedDiscard(args.request) !== undefined) return discardAction(resource, args);
  return id === null ? deleteAction(resource, args) : inlineAction(resource, args, id);
}

/** Saves the changed values of a row and returns to the list at the same row, still in edit mode. */
async function inlineAction<Row extends ManagedRecord>(
  resource: InlineEditable<Row>,
  sent: ActionFunctionArgs,
  id: string,
) {
  const { staff, args } = await requireChange(resource, sent, "write");
  const names = [...inlineFields(resource, staff).values()].map(({ name }) => name);
  if (names.length === 0) throw notFound("There is nothing at this address.");
  const { failed, done } = resource.form.update;
  return formReply(args, failed, async ({ values }) => {
    const typed = Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])),
    );
    const answer = {
      version: values.version,
      [CONFIRMED]: values[CONFIRMED],
      [WARNINGS_SEEN]: values[WARNINGS_SEEN],
    };
    // As JSON: omitted fields keep their values, including checkboxes.
    const submission = { format: "json", values: { ...typed, ...answer }, files: {} } as const;
    const { row, notes } = await saveSubmission(resource, staff, submission, "update", {
      id,
      warnings: "ask",
      partial: true,
      merges: true,
    }).catch(async (error) => {
      if (error instanceof Response && error.status === 404) throw deletedError(resource, typed);
      if (!(error instanceof AppError && error.details.conflict)) throw error;
      throw conflictInRow(error, resource.titleOf(await requireRow(resource, staff, id)));
    });
    const [path = "", search = ""] = listPath(resource, args.request).split(/(?=\?)/);
    return redirectWithToast(`${path}${withParam(search, INLINE, "on")}#row-${row.id}`, {
      tone: "good",
      text: withNotes(done, notes),
    });
  });
}

/** Names the record, because its row may be far below the message. @param title of the record */
const conflictInRow = ({ details }: AppError, title: string) =>
  new AppError(
    409,
    `${conflictTitle(details.conflict?.by)}. Your input is still in the row for ${title}. Save the row again to keep it.`,
    details,
  );

/** The row has left the list, so the message repeats the input. */
function deletedError<Row extends ManagedRecord>(
  { singular, form: { fields } }: InlineEditable<Row>,
  typed: Record<string, unknown>,
): AppError {
  const values = fields
    .filter(({ name }) => Object.hasOwn(typed, name))
    .map(({ name, label }) => `${label} ${toFormValue(typed[name]) || "(empty)"}`);
  return new AppError(
    404,
    `Nothing was saved: somebody else deleted this ${singular}. You typed: ${values.join(", ")}.`,
  );
}
