import { LockMode } from "@mikro-orm/core";
import type { EntityManager, FilterQuery, RequiredEntityData } from "@mikro-orm/postgresql";
import { Image } from "db/entities/image";
import { em } from "db/orm.server";
import { assertRecentPassword } from "~/auth/recent-password.server";
import type { Writer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { followOrigin } from "~/platform/pictures/library.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { keepPicture } from "~/platform/pictures/pictures.server";
import { AppError, type Conflict } from "~/web/app-error.server";
import type { Conditions } from "~/web/conditions.server";
import { storeUpload } from "~/web/pending-pictures.server";
import { notFound } from "~/web/replies.server";
import { type COPY_PUBLISHED, changeEntry, editAction } from "./change-entry.server";
import { logChange, logChanges } from "./change-log.server";
import { assertConditions } from "./conditions.server";
import { explainViolation } from "./constraints.server";
import { findDifferences, pictureIdOf } from "./differences.server";
import { formValues } from "./field-data.server";
import { publicationField } from "./fields.server";
import { findRow, pictureRelation, tableOf } from "./find.server";
import { noteAdded } from "./idempotency/claims.server";
import { givesName, shareNaming } from "./naming-lock.server";
import type { ParsedSubmission } from "./parse-submission.server";
import { isPublic, requirePublication } from "./publication-guard.server";
import type { ChangeableResource, ManagedRecord, Stored, Written } from "./resource.server";
import { endReviews } from "./review/entries.server";
import { afterCommit, inTransaction } from "./transaction.server";

type SaveOptions<Row> = {
  id?: string;
  conditions?: Conditions;
  check: (before?: Row) => void;
  /** The word of the change log, if it is no edit. */
  action?: "restored" | typeof COPY_PUBLISHED;
  copy?: (before: Row, values: Record<string, unknown>) => number | undefined;
  also?: (manager: EntityManager, record: Row) => Promise<void>;
};

/** Creates (no `id`) or updates a record, with its picture and log line, in one transaction.
 * The row is locked while it is compared and checked: of two saves based on one version exactly one succeeds,
 * and two valid saves cannot combine to an invalid record.
 * The picture's files are stored before the transaction. They are deleted if it fails; replaced files are
 * deleted after the commit.
 * @param options.copy the version of the working copy whose values these are, if they are
 * @param options.check throws if the save is invalid; gets the current record, for an update
 * @param options.also what else the transaction does with the written record
 * @throws AppError 422 for a violated database check, 409 if there is a newer version, 412 if the conditions
 * do not hold, 403 as `requirePublication`; 404 as a response
 */
export async function save<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: Writer,
  submission: ParsedSubmission,
  { id, check, action, also, conditions, copy }: SaveOptions<Row>,
): Promise<Row> {
  assertRecentPassword(staff, `${resource.noun}.write`);
  const { picture } = submission;
  let replaced: string | undefined;
  let proposed: Record<string, unknown> = submission.values;
  if (picture) await storeUpload(picture);
  try {
    const saved = await inTransaction(async (manager) => {
      const before = id ? await lockRow(resource, manager, id) : undefined;
      if (id && !before) throw notFound(resource.missing);
      const after = { ...before, ...submission.values };
      const ofCopy = before && copy?.(before, submission.values);
      await requirePublication(
        resource,
        staff,
        [{ before, after, copy: ofCopy, picture: Boolean(picture) }],
        manager,
      );
      check(before);
      proposed = { ...before, ...submission.values };
      if (before && isOutdated(submission, before))
        throw await conflictError(resource, staff, before.id, {}, manager);
      if (before) await assertConditions(resource, staff, before.id, conditions, manager);
      if (givesName(resource, submission.values, before)) await shareNaming(manager, tableOf(resource));
      const written = stageWrite(resource, manager, staff, submission, { before, action });
      if (picture) replaced = attachPicture(resource, manager, written.after, submission);
      await manager.flush();
      if (!before) await noteAdded(manager, written.after.id);
      if (picture) await followOrigin(manager, picture);
      if (replaced) await manager.nativeDelete(Image, { id: replaced });
      await endReviewsOf(resource, [written.after], manager);
      await resource.afterWrite?.(manager, [written]);
      await also?.(manager, written.after);
      return written.after;
    });
    await afterCommit(() => forgetPicture(resource, replaced));
    return saved;
  } catch (error) {
    if (picture) await discardPicture(picture.id);
    throw explainViolation(resource.form, em().getMetadata(resource.entity), error, proposed);
  }
}

/** Assigns values to a locked record or creates one, with a log line. The caller flushes. */
function stageWrite<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  manager: EntityManager,
  staff: Writer,
  submission: ParsedSubmission,
  { before, action }: { before?: Row } & Pick<SaveOptions<Row>, "action">,
): Written<Row> & { after: Row } {
  const differences = before ? findDifferences(resource, before, submission) : {};
  const was = before && { ...before };
  const row =
    before ?? (manager.create(resource.entity, submission.values as RequiredEntityData<Row>) as Row);
  if (before) manager.assign(before, submission.values as never);
  manager.persist(row);
  const edit = action ?? editAction(resource.form, differences, submission);
  logChange(manager, staff, changeEntry(resource, row, before ? edit : "added", differences));
  return { before: was, after: row, staff };
}

/** What readers see now waits for no review. */
async function endReviewsOf<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  rows: readonly Row[],
  manager: EntityManager,
): Promise<void> {
  if (!publicationField(resource.form)) return;
  const seen = rows.filter((row) => isPublic(resource, row)).map(({ id }) => id);
  if (seen.length > 0) await endReviews(resource.path, seen, manager);
}

/** Rows per update statement. */
const UPDATED_AT_ONCE = 250;

/** Adds and changes many records without pictures in the caller's transaction, which has locked them. Unlike `save` it sends one statement for hundreds of them, because their versions are already compared.
 * @param saves those with `isGuarded` passed `requirePublication` in this transaction
 */
export async function saveAll<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  manager: EntityManager,
  staff: Writer,
  saves: readonly { submission: ParsedSubmission; before?: Row; isGuarded?: boolean }[],
): Promise<void> {
  assertRecentPassword(staff, `${resource.noun}.write`);
  const writes = saves
    .filter(({ isGuarded }) => !isGuarded)
    .map(({ submission, before }) => ({ before, after: { ...before, ...submission.values } }));
  await requirePublication(resource, staff, writes, manager);
  const added = saves
    .filter(({ before }) => !before)
    .map(
      ({ submission }) =>
        manager.create(resource.entity, submission.values as RequiredEntityData<Row>) as Row,
    );
  const updated = saves.flatMap(({ submission, before }) => (before ? { submission, before } : []));
  manager.persist(added);
  await manager.flush();
  for (let from = 0; from < updated.length; from += UPDATED_AT_ONCE) {
    const part = updated.slice(from, from + UPDATED_AT_ONCE);
    await manager
      .getDriver()
      .nativeUpdateMany(
        em().getMetadata(resource.entity).className,
        part.map(({ before: { id } }) => ({ id })) as never,
        part.map(({ submission: { values } }) => values) as never,
        { ctx: manager.getTransactionContext(), processCollections: false },
      );
  }
  const changes = updated.map(({ submission, before }) => {
    const differences = findDifferences(resource, before, submission);
    const after = { ...before, ...submission.values };
    const action = editAction(resource.form, differences, submission);
    return { before, after, entry: changeEntry(resource, after, action, differences) };
  });
  await logChanges(manager, staff, [
    ...added.map((row) => changeEntry(resource, row, "added")),
    ...changes.map(({ entry }) => entry),
  ]);
  await endReviewsOf(
    resource,
    changes.map(({ after }) => after),
    manager,
  );
  await resource.afterWrite?.(manager, [
    ...added.map((after) => ({ after, staff })),
    ...changes.map(({ before, after }) => ({ before, after, staff })),
  ]);
}

/** Whether somebody saved after this form was opened. */
const isOutdated = ({ version }: ParsedSubmission, saved: ManagedRecord): boolean =>
  version !== undefined && version !== saved.version;

/** The conflict with somebody else's save. The record is read again by the connection that locks it: the locked row lacks its picture and computed values.
 * @param found the conflicting fields, if known
 * @throws 404 if this viewer can no longer see it
 */
export async function conflictError<Row extends ManagedRecord>(
  resource: ChangeableResource<Row>,
  staff: Writer,
  id: string,
  found: Partial<Pick<Conflict, "values" | "kept" | "by">> = {},
  manager?: EntityManager,
): Promise<AppError> {
  const row = await findRow(resource, id, resource.visibleTo(staff), manager);
  if (!row) throw notFound(resource.missing);
  return new AppError(409, "Somebody else changed this record.", {
    conflict: {
      version: row.version,
      values: formValues(resource.form.fields, row),
      ...found,
      record: resource.api?.serialize(row, staff),
    },
  });
}

/** After a write: invalidates pages that read the table, and deletes the files of an unused picture. */
export async function forgetPicture<Row extends ManagedRecord>(
  resource: Stored<Row>,
  id?: string,
): Promise<void> {
  if (id) await discardPicture(id);
  invalidatePageCache([tableOf(resource)]);
}

/** The record, locked until the transaction ends. */
export async function lockRow<Row extends ManagedRecord>(
  resource: Stored<Row>,
  manager: EntityManager,
  id: string,
): Promise<Row | undefined> {
  const where = { id } as FilterQuery<Row>;
  const row = await manager.findOne(resource.entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return (row as Row | null) ?? undefined;
}

/** @returns the id of the previous picture. */
function attachPicture<Row extends ManagedRecord>(
  resource: Stored<Row>,
  manager: EntityManager,
  row: Row,
  { picture }: ParsedSubmission,
): string | undefined {
  const property = pictureRelation(resource);
  if (!property || !picture) return undefined;
  const before = pictureIdOf(resource, row);
  manager.assign(row, { [property]: keepPicture(manager, picture) } as never);
  return before;
}
