import { Image } from "db/entities/image";
import { assertRecentPassword } from "~/auth/recent-password.server";
import type { Writer } from "~/auth/viewer.server";
import { AppError } from "~/web/app-error.server";
import type { Conditions } from "~/web/conditions.server";
import { putIntoBin } from "./bin.server";
import { changeEntry } from "./change-entry.server";
import { logChange } from "./change-log.server";
import { assertConditions } from "./conditions.server";
import { deletedValues, pictureIdOf } from "./differences.server";
import { requirePublication } from "./publication-guard.server";
import type { ManagedRecord, Removable } from "./resource.server";
import { binReview } from "./review/entries.server";
import { forgetPicture, lockRow } from "./save.server";
import { afterCommit, inTransaction } from "./transaction.server";

/** The error if somebody else changed the record before the deletion. */
const CHANGED_BEFORE_DELETE = "Nothing was deleted: somebody else has changed this record.";

/** The record that was shown or read; any other is not deleted. */
export type ExpectedRecord = { version?: number; conditions?: Conditions };

/** Deletes a record with its picture, or moves both into the bin.
 * @returns the deleted row, or undefined if it did not exist
 * @throws AppError 409, or 412 if the conditions do not hold
 */
export async function remove<Row extends ManagedRecord>(
  resource: Removable<Row>,
  staff: Writer,
  id: string,
  { version, conditions }: ExpectedRecord = {},
): Promise<Row | undefined> {
  assertRecentPassword(staff, `${resource.noun}.delete`);
  const removed = await inTransaction(async (manager) => {
    const row = await lockRow(resource, manager, id);
    if (!row) return undefined;
    await requirePublication(resource, staff, [{ before: row }], manager);
    if (version !== undefined && version !== row.version) throw new AppError(409, CHANGED_BEFORE_DELETE);
    const blocker = await resource.removal.deletionBlocker?.(manager, row);
    if (blocker) throw new AppError(409, blocker);
    await assertConditions(resource, staff, id, conditions, manager);
    if (await resource.removal.archiveInstead?.(manager, row)) {
      logChange(manager, staff, changeEntry(resource, row, "archived"));
      await manager.flush();
      return { row, pictureId: undefined };
    }
    logChange(manager, staff, {
      ...changeEntry(resource, row, "deleted"),
      differences: deletedValues(resource, row),
    });
    const { bin } = resource.removal;
    if (bin) putIntoBin(resource, manager, row, staff);
    const pictureId = bin ? undefined : pictureIdOf(resource, row);
    manager.remove(row);
    await manager.flush();
    if (bin) await binReview({ kind: resource.path, recordId: id }, manager);
    if (pictureId) await manager.nativeDelete(Image, { id: pictureId });
    await resource.afterWrite?.(manager, [{ before: row, staff }]);
    return { row, pictureId };
  });
  await afterCommit(() => forgetPicture(resource, removed?.pictureId));
  return removed?.row;
}
