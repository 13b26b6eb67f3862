import type { RequiredEntityData } from "@mikro-orm/core";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { BinnedRecord } from "db/entities/binned-record";
import { Image } from "db/entities/image";
import { em } from "db/orm.server";
import { timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { assertRecentPassword } from "~/auth/recent-password.server";
import type { StaffViewer, Writer } from "~/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { discardPicture } from "~/platform/pictures/picture-removals.server";
import { AppError } from "~/web/app-error.server";
import { notFound } from "~/web/replies.server";
import { BIN_DAYS } from "./bin.rules";
import { logChange, nameInLog } from "./change-log.server";
import { checkConstraints, explainViolation } from "./constraints.server";
import { pictureIdOf } from "./differences.server";
import { publicationField } from "./fields.server";
import { tableOf } from "./find.server";
import { givesName, shareNaming } from "./naming-lock.server";
import { mayAddPublic, requirePublication } from "./publication-guard.server";
import type { ManagedRecord, Stored } from "./resource.server";
import { type Binned, fieldValues, restoredValues } from "./restored-values.server";
import { unbinReview } from "./review/entries.server";
import { afterCommit, inTransaction } from "./transaction.server";

/** Deletes a batch of expired bin entries. @returns how many */
export const sweepBin = sweep(
  "bin.sweep",
  "binned_records",
  `created_at < now() - interval '${BIN_DAYS} days'`,
);

const AT = { now: timestamp.from`now()` };
/** The start of the transaction, which also dates its rows. */
const NOW = statement("bin.now", AT)`select ${AT}`;

const ENTRY_OF = { id: uuid };
const ENTRY = statement("bin.entry", ENTRY_OF)`
  select ${ENTRY_OF} from binned_records where record_id = ${uuid("recordId")}`;

/** The bin entry of a deleted record, if it has one. @param recordId of the record */
export const binEntryOf = async (recordId: string): Promise<string | undefined> =>
  (await ENTRY.first({ recordId }))?.id;

/** Also the answer to the second of two simultaneous requests. */
export const NOT_IN_BIN = "This record is no longer in the bin: it was restored or permanently deleted.";

/** Stores a record in the bin, in the transaction that deletes it. Its picture must not be deleted. */
export function putIntoBin<Row extends ManagedRecord>(
  resource: Stored<Row>,
  manager: EntityManager,
  row: Row,
  staff: Writer,
): void {
  const pictureId = pictureIdOf(resource, row);
  manager.create(
    BinnedRecord,
    {
      kind: resource.path,
      recordId: row.id,
      title: resource.titleOf(row).slice(0, 300),
      held: fieldValues(resource, row),
      image: pictureId ? manager.getReference(Image, pictureId, { wrapped: true }) : null,
      staff: staff.kind === "key" ? null : staff.id,
      staffName: nameInLog(staff),
    },
    { persist: true },
  );
}

/** Restores a record from the bin with its id and picture, and logs it.
 * @param id of the bin entry @param isUndo see `restoredValues`
 * @returns the record
 * @throws AppError 409 if its id is taken, 422 if its values are no longer valid; 404 as a response if it is
 * not in the bin
 */
export async function restoreFromBin<Row extends ManagedRecord>(
  resource: Binned<Row>,
  staff: StaffViewer,
  id: string,
  isUndo = false,
): Promise<Row> {
  assertRecentPassword(staff, `${resource.noun}.write`);
  let values: Record<string, unknown> = {};
  try {
    const row = await inTransaction(async (manager) => {
      const binned = await lockBinned(manager, resource.path, id);
      const now = (await NOW.first({}, manager))?.now ?? new Date();
      values = restoredValues(resource, binned, now, isUndo && binned.staff?.id === staff.id);
      checkConstraints(resource.form, values, values);
      const status = publicationField(resource.form)?.property;
      if (status && !mayAddPublic(staff, resource)) values[status] = "draft";
      await requirePublication(resource, staff, [{ after: values }], manager);
      if (givesName(resource, values)) await shareNaming(manager, tableOf(resource));
      await manager.insert(resource.entity, values as RequiredEntityData<Row>);
      const again = (await manager.findOneOrFail(resource.entity, { id: binned.recordId } as never)) as Row;
      logBinChange(manager, staff, binned, "brought back", Number(values.version));
      await unbinReview({ kind: binned.kind, recordId: binned.recordId }, manager);
      // Detached first: deleting a bin entry deletes its picture.
      binned.image = null;
      await manager.flush();
      manager.remove(binned);
      await manager.flush();
      await resource.afterWrite?.(manager, [{ after: again, staff, back: true }]);
      return again;
    });
    await afterCommit(() => invalidatePageCache([tableOf(resource)]));
    return row;
  } catch (error) {
    throw restoreError(resource, error, values);
  }
}

/** Deletes a record from the bin with its picture. @throws 404 as a response if it is not in the bin */
export async function deleteForGood<Row extends ManagedRecord>(
  resource: Stored<Row>,
  staff: StaffViewer,
  id: string,
): Promise<void> {
  assertRecentPassword(staff, `${resource.noun}.delete`);
  const pictureId = await inTransaction(async (manager) => {
    const binned = await lockBinned(manager, resource.path, id);
    logBinChange(manager, staff, binned, "deleted for good");
    manager.remove(binned);
    await manager.flush();
    return binned.image?.id;
  });
  if (pictureId) await afterCommit(() => discardPicture(pictureId));
}

async function lockBinned(manager: EntityManager, kind: string, id: string): Promise<BinnedRecord> {
  const binned = await manager.findOne(BinnedRecord, { id, kind }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!binned) throw notFound(NOT_IN_BIN);
  return binned;
}

/** Logged under the record, so staff who may read that kind see it. */
const logBinChange = (
  manager: EntityManager,
  staff: StaffViewer,
  { kind, recordId, title }: BinnedRecord,
  action: "brought back" | "deleted for good",
  recordVersion?: number,
): void => logChange(manager, staff, { action, resource: kind, recordId, recordTitle: title, recordVersion });

/** The error for the bin's page, which has no form to correct. */
function restoreError<Row extends ManagedRecord>(
  resource: Binned<Row>,
  error: unknown,
  values: Record<string, unknown>,
): unknown {
  const { constraint } = error as { constraint?: string };
  if (constraint === `${tableOf(resource)}_pkey`)
    return new AppError(409, `Nothing was restored: another ${resource.singular} already has this ID.`);
  const explained = explainViolation(resource.form, em().getMetadata(resource.entity), error, values);
  if (!(explained instanceof AppError) || explained.status !== 422) return explained;
  const [reason = "its values are no longer allowed"] = Object.values(explained.details.fieldErrors ?? {});
  return new AppError(
    422,
    `This record cannot be restored: ${reason}. The change log lists its values, so you can add it again.`,
  );
}
