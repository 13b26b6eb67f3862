import type { LoaderFunctionArgs } from "@remix-run/node";
import { can } from "~/auth/permissions.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { pageReply } from "~/web/form-replies.server";
import { readBesideOr } from "~/web/optional-parts.server";
import { readSubmission } from "~/web/submission.server";
import { redirectWithToast } from "~/web/toast.server";
import { BIN_PATH, BIN_PERMISSION } from "./bin.rules";
import { binEntryOf } from "./bin.server";
import { deleteQuestion } from "./delete-question";
import { findRow } from "./find.server";
import { listPath } from "./list-rows.server";
import { versionOf } from "./parse-submission.server";
import { requireChange } from "./require-change.server";
import type { ListedRow, ManagedRecord, Removable, StoredList } from "./resource.server";
import { canUndoRemoval } from "./restored-values.server";
import { removeById } from "./submit.server";
import { noteOfCopy } from "./working-copies/copy-list.server";

/** The question before a delete (`?delete={id}`). */
export async function deleteConfirmation<Row extends ListedRow>(
  resource: Removable<Row>,
  viewer: StaffViewer,
  args: LoaderFunctionArgs,
) {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, requestedDeleteId(args.request), { where });
  if (!row) return undefined;
  return {
    question: deleteQuestion(resource.singular),
    description: [resource.removal.note(row), await noteOfCopy(args, resource.path, row.id)]
      .filter(Boolean)
      .join(" "),
    version: row.version,
    confirm: undefined,
  };
}

/** The record that the delete question is about. */
const requestedDeleteId = (request: Request) => new URL(request.url).searchParams.get("delete") ?? undefined;

/** Deletes the record in `?delete=` and returns to the list. */
export async function deleteAction<Row extends ManagedRecord>(
  resource: StoredList<Row> & Removable<Row>,
  sent: LoaderFunctionArgs,
) {
  const { staff, args } = await requireChange(resource, sent, "delete");
  const { failed, done } = resource.removal;
  return pageReply(args, failed, async () => {
    const id = requestedDeleteId(args.request);
    const removed = await removeById(resource, staff, id, { version: await sentVersion(args.request) });
    const canUndo =
      id && removed && can(staff, BIN_PERMISSION) && canUndoRemoval(resource, removed, new Date());
    const read = async () => (canUndo ? binEntryOf(id) : undefined);
    const binned = await readBesideOr(args, "bin entry not read", read, undefined);
    const undo = binned ? { action: `${BIN_PATH}/${binned}`, values: { undo: "on" } } : undefined;
    return redirectWithToast(listPath(resource, args.request), { tone: "good", text: done, undo });
  });
}

/** The version that the confirmation was shown for, if it was sent. */
export const sentVersion = async (request: Request): Promise<number | undefined> =>
  request.headers.has("Content-Type") ? versionOf(await readSubmission(request)) : undefined;
