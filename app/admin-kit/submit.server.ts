import type { StaffViewer } from "~/features/auth/viewer.server";
import { Refused } from "~/web/errors.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { FIX_THE_FORM } from "~/web/validator";
import { findRow } from "./find.server";
import { readAnswers } from "./parse-submission.server";
import { type Managed, pictureField, type Resource } from "./resource.server";
import { remove, type Saved, save } from "./save.server";

/** What a form, or a body of the API, is sent for. */
export type Deed = "add" | "update";

/** The parts of a submission that are files. */
export const fileFields = <Row extends Managed>(resource: Resource<Row>): string[] => {
  const picture = pictureField(resource);
  return picture ? [picture.name] : [];
};

/** The record that an address names. @throws 404 where this viewer's rows hold no such id */
export async function namedRow<Row extends Managed>(
  resource: Resource<Row>,
  viewer: StaffViewer,
  id: string | undefined,
): Promise<Row> {
  const { where } = resource.visibleTo(viewer);
  const row = await findRow(resource, id, { where });
  if (!row) throw notFound(resource.texts.missing);
  return row;
}

/**
 * Adds a record, or changes the one that `id` names, by what was sent.
 * @returns the record as it is now, or as somebody else saved it first
 * @param options.asks about what is in doubt, as a form does
 * @throws Refused 422 with the errors by field; 404 as `namedRow`
 */
export async function submit<Row extends Managed>(
  resource: Resource<Row>,
  staff: StaffViewer,
  submission: Submission,
  deed: Deed,
  { id, asks = false }: { id?: string; asks?: boolean },
): Promise<Exclude<Saved<Row>, { missing: true }>> {
  const current = deed === "update" ? await namedRow(resource, staff, id) : undefined;
  const mode = current ? "update" : "create";
  const understood = await readAnswers(resource, submission, mode, current);
  if ("errors" in understood) throw new Refused(422, FIX_THE_FORM, { fieldErrors: understood.errors });
  if (asks) askAgain(resource, submission, understood.answers.values, current);
  const outcome = await save(resource, staff, understood.answers, current?.id);
  if ("missing" in outcome) throw notFound(resource.texts.missing);
  return outcome;
}

/** The box that is ticked to save what a form has asked about. */
const CONFIRMED = "confirmed";

/** @throws Refused 422 with what is in doubt by field, until the box is ticked */
function askAgain<Row extends Managed>(
  { doubts }: Resource<Row>,
  submission: Submission,
  values: Record<string, unknown>,
  current: Row | undefined,
): void {
  const fieldErrors = doubts?.({ ...current, ...values }, current) ?? {};
  if (Object.keys(fieldErrors).length === 0 || submission.values[CONFIRMED] === "on") return;
  throw new Refused(422, "Nothing was saved yet: please look once more", { fieldErrors, confirm: CONFIRMED });
}

/** Deletes the record that `id` names. @throws 404 as `namedRow` */
export async function submitRemoval<Row extends Managed>(
  resource: Resource<Row>,
  staff: StaffViewer,
  id: string | undefined,
): Promise<void> {
  await remove(resource, staff, (await namedRow(resource, staff, id)).id);
}
