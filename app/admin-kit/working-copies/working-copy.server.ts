import type { EntityManager } from "@mikro-orm/postgresql";
import type { CopiedTexts } from "db/entities/working-copy";
import { em } from "db/orm.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { PUBLICATION_QUEUE } from "~/platform/jobs/queue-names";
import { AppError } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { isUuid } from "~/web/uuid";
import { isSameValue } from "../derived-values.server";
import { formValue, formValues } from "../field-data.server";
import { type Field, publicationField } from "../fields.server";
import { findRow } from "../find.server";
import { loggedTexts } from "../merge-changes.server";
import { parseSubmission } from "../parse-submission.server";
import { isScheduled, type Scheduled } from "../publish-time.server";
import type { ChangeableResource, ManagedRecord } from "../resource.server";
import { conflictError, type save } from "../save.server";
import { inTransaction } from "../transaction.server";
import { type Copy, dropCopy, keepCopy, workingCopyOf } from "./working-copies.queries.server";

/** Whether such records can have working copies: they are published or drafts. */
export const hasCopies = ({ form }: { form?: { fields?: readonly Field[] } }): boolean =>
  publicationField(form ?? {}) !== undefined;

/** The fields of a copy: not what decides who sees the record, and no picture, which waits for a day only. */
export const copiedFields = <Row extends ManagedRecord>({ form }: ChangeableResource<Row>): Field[] =>
  form.fields.filter(
    (field) =>
      field !== publicationField(form) && field.property !== "publishAt" && field.input !== "picture",
  );

/** Whether readers see it. */
export const isOut = (record: object): boolean =>
  (record as Scheduled).status === "published" && !isScheduled(record as Scheduled);

/** All texts of a copy's form. */
export const textsOfCopy = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  copy?: { typed: CopiedTexts },
): Record<string, string> => ({ ...formValues(copiedFields(resource), row), ...copy?.typed });

/** What publishes a copy without its form: its own texts, and check boxes, which a form sends only when ticked. */
export function submissionOfCopy<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  copy: Copy,
): Submission {
  const texts = textsOfCopy(resource, row, copy);
  const sent = copiedFields(resource).filter(({ name, input }) => input === "checkbox" || name in copy.typed);
  const values = Object.fromEntries(sent.map(({ name }) => [name, texts[name]]));
  return { format: "form", values: { ...values, version: copy.recordVersion }, files: {} };
}

const OTHER_COPY =
  "Nothing was saved: somebody else changed or removed this working copy. Open it again to see it as it is now.";
const NOTHING_DIFFERS = "Nothing was saved: the working copy would be the same as the published version.";

const notOut = (singular: string) => `Readers cannot see this ${singular} at the moment`;

/** Replaces `save`: keeps what differs from the record next to it. Nothing else is written.
 * @param seen the copy's version in the form; 0 for a new one
 * @throws AppError 409 if there is another version, or the record changes at this moment, 422 if nothing differs
 */
export const saveNextTo =
  <Row extends ManagedRecord>(staff: StaffViewer, seen: number, publishAt: Date | null) =>
  (...[resource, , { values, version }, { id, check }]: Parameters<typeof save<Row>>): Promise<Row> => {
    const sent = { ...values };
    return inTransaction(async (manager) => {
      const row = await findRow(resource, id, {}, manager);
      if (!row) throw notFound(resource.missing);
      if (seen === 0 && !isOut(row))
        throw new AppError(409, `${notOut(resource.singular)}: save it without a working copy.`);
      if (version !== undefined && version !== row.version)
        throw await conflictError(resource, staff, row.id, {}, manager);
      check(row);
      const typed = differingTexts(resource, row, sent);
      if (Object.keys(typed).length === 0) throw new AppError(422, NOTHING_DIFFERS);
      const kept = await keepCopy(
        {
          kind: resource.path,
          recordId: row.id,
          title: resource.titleOf({ ...row, ...sent }).slice(0, 300),
          ...{ typed, opened: loggedTexts(resource, row), recordVersion: row.version, publishAt, seen },
          ...{ staffId: staff.id, staffName: staff.fullname },
        },
        manager,
      );
      if (!kept) throw new AppError(409, OTHER_COPY);
      if (kept.wait !== null)
        await enqueue(PUBLICATION_QUEUE, {}, { delaySeconds: Math.ceil(kept.wait) + 1 }, manager);
      return row;
    });
  };

/** @param sent by property */
const differingTexts = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  sent: Record<string, unknown>,
): CopiedTexts =>
  Object.fromEntries(
    copiedFields(resource).flatMap((field) => {
      const text = formValue(sent, field);
      const isSent = field.property in sent && !isSameValue(text, formValue(row, field));
      return isSent ? [[field.name, text]] : [];
    }),
  );

/** Ends a copy in the transaction that publishes it.
 * @throws AppError 409 if it has another version, or readers cannot see the record
 */
const endCopy =
  <Row extends ManagedRecord>({ singular }: ChangeableResource<Row>, copy: Copy | undefined) =>
  async (manager: EntityManager, record: Row): Promise<void> => {
    if (!isOut(record))
      throw new AppError(409, `${notOut(singular)}. Publish it first, then its working copy can follow.`);
    if (copy && !(await dropCopy(copy, manager))) throw new AppError(409, OTHER_COPY);
  };

/** What a save needs to know of the copy that it publishes. */
export const copiedFrom = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  copy: Copy | undefined,
) => ({
  versionOf: (row: Row, values: Record<string, unknown>) =>
    copy && holds(resource, row, copy, values) ? copy.version : undefined,
  leave: endCopy(resource, copy),
});

/** Whether these are the copy's own values. @param values by property */
const holds = <Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  row: Row,
  { typed }: Copy,
  values: Record<string, unknown>,
): boolean =>
  copiedFields(resource).every((field) =>
    isSameValue(formValue({ ...row, ...values }, field), typed[field.name] ?? formValue(row, field)),
  );

/** Ends the transaction of a preview. */
const UNDO = new Error("only looked at");

/** Reads a record as it will be with its working copy: writes it, reads, and takes the write back. It locks the record only: a
 * save locks the record before its copy.
 * @param read with the transaction's manager
 */
export async function readWithCopy<Row extends ManagedRecord, Found>(
  resource: ChangeableResource<Row>,
  id: string,
  read: (manager: EntityManager) => Promise<Found>,
): Promise<Found | undefined> {
  const copy = isUuid(id) ? await workingCopyOf(resource.path, id) : undefined;
  if (!copy) return undefined;
  let found: Found | undefined;
  const look = async (manager: EntityManager) => {
    const row = await findRow(resource, id, {}, manager);
    if (row) {
      const fields = copiedFields(resource);
      const parsed = await parseSubmission({ fields }, submissionOfCopy(resource, row, copy), "update");
      await manager.nativeUpdate(resource.entity, { id: row.id } as never, parsed.values as never);
      found = await read(manager);
    }
    throw UNDO;
  };
  await em()
    .transactional(look)
    .catch((error: unknown) => {
      // Rules may have changed since the copy was saved; its form shows what they refuse.
      if (error !== UNDO && !(error instanceof AppError)) throw error;
    });
  return found;
}
