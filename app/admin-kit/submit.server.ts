import type { StaffViewer } from "~/features/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { checkConstraints } from "./constraints.server";
import type { Field } from "./fields.server";
import { findRow } from "./find.server";
import { isChangeOf } from "./older-version.server";
import { parseSubmission } from "./parse-submission.server";
import {
  type Changeable,
  type ManagedRecord,
  pictureField,
  type Removable,
  type Stored,
} from "./resource.server";
import { remove, save } from "./save.server";

/** What a form, or a body of the API, is sent for. */
export type Mutation = "add" | "update";

/** The parts of a submission that are files. */
export const fileFields = (form: { fields: readonly Field[] }): string[] => {
  const picture = pictureField(form);
  return picture ? [picture.name] : [];
};

/** The record that an address names. @throws 404 where this viewer's rows hold no such id */
export async function requireRow<Row extends ManagedRecord>(
  resource: Stored<Row> & { missing: string },
  viewer: StaffViewer,
  id: string | undefined,
): Promise<Row> {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, id, { where });
  if (!row) throw notFound(resource.missing);
  return row;
}

/**
 * Adds a record, or changes the one that `id` names, by what was sent.
 * @returns the record as it is now
 * @param options.asks about what is in doubt, as a form does
 * @param options.restores the change before which the form was filled: the log says so
 * @throws AppError 422 with the errors by field, 409 with what somebody else saved first; 404 as `requireRow`
 */
export async function saveSubmission<Row extends ManagedRecord>(
  resource: Changeable<Row>,
  staff: StaffViewer,
  submission: Submission,
  mutation: Mutation,
  { id, asks = false, restores }: { id?: string; asks?: boolean; restores?: string },
): Promise<Row> {
  const { form } = resource;
  const current = mutation === "update" ? await requireRow(resource, staff, id) : undefined;
  const mode = current ? "update" : "create";
  const parsed = await parseSubmission(form, submission, mode);
  const lookedUp = asks ? await form.lookUpDoubts?.(parsed.values, current) : undefined;
  const judge = (before?: Row) => {
    Object.assign(parsed.values, form.computeValues?.(parsed.values, before, staff));
    checkConstraints(form, { ...before, ...parsed.values }, before);
    const values = { ...before, ...parsed.values };
    if (asks) askAgain(submission, { ...lookedUp, ...form.doubts?.(values, before) });
  };
  const restored = { resource: resource.path, recordId: current?.id ?? "", changeId: restores ?? "" };
  return save(resource, staff, parsed, { id: current?.id, judge, restores: await isChangeOf(restored) });
}

/** The box that is ticked to save what a form has asked about. */
const CONFIRMED = "confirmed";

/** @throws AppError 422 with what is in doubt by field, until the box is ticked */
function askAgain(submission: Submission, fieldErrors: Record<string, string>): void {
  if (Object.keys(fieldErrors).length === 0 || submission.values[CONFIRMED] === "on") return;
  throw new AppError(422, "Nothing was saved yet: please look once more", {
    fieldErrors,
    confirm: CONFIRMED,
  });
}

/** Deletes the record that `id` names. @throws 404 as `requireRow` */
export async function removeById<Row extends ManagedRecord>(
  resource: Removable<Row>,
  staff: StaffViewer,
  id: string | undefined,
): Promise<void> {
  await remove(resource, staff, (await requireRow(resource, staff, id)).id);
}
