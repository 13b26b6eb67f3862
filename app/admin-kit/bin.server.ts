import type { EntityProperty, RequiredEntityData } from "@mikro-orm/core";
import { LockMode } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import { BinnedRecord, type HeldValues } from "db/entities/binned-record";
import { Image } from "db/entities/image";
import { em } from "db/orm.server";
import { sweep } from "db/sweep.server";
import type { StaffViewer } from "~/features/auth/viewer.server";
import { invalidatePageCache } from "~/platform/page-cache/page-cache.server";
import { AppError } from "~/web/app-error.server";
import { recordChange } from "./change-log.server";
import { explainCheck } from "./constraints.server";
import { BIN_DAYS } from "./delete-question";
import { pictureIdOf } from "./differences.server";
import { publicationField } from "./fields.server";
import { pictureRelation, tableOf } from "./find.server";
import type { Changeable, ManagedRecord, Removable, Stored } from "./resource.server";
import { afterCommit, inTransaction } from "./transaction.server";

/** Forgets a part of what has been in the bin for its time. @returns how many */
export const sweepBin = sweep(
  "bin.sweep",
  "binned_records",
  `created_at < now() - interval '${BIN_DAYS} days'`,
);

/** What the database or a trigger makes by itself, when a record is made anew. */
const MADE_ANEW = ["version", "updatedAt"];

/** Keeps a record that is about to be deleted, in the transaction that deletes it. Its picture must stay. */
export function putIntoBin<Row extends ManagedRecord>(
  resource: Stored<Row>,
  manager: EntityManager,
  row: Row,
  staff: StaffViewer,
): void {
  const pictureId = pictureIdOf(resource, row);
  manager.create(
    BinnedRecord,
    {
      kind: resource.path,
      recordId: row.id,
      title: resource.titleOf(row).slice(0, 300),
      held: heldBy(resource, row),
      image: pictureId ? manager.getReference(Image, pictureId, { wrapped: true }) : null,
      staff: staff.id,
      staffName: staff.fullname,
    },
    { persist: true },
  );
}

/** The record's own columns, without its relations: a picture is kept beside them, what else it leads to triggers find. */
function heldBy<Row extends ManagedRecord>(resource: Stored<Row>, row: Row): HeldValues {
  const values = row as unknown as Record<string, unknown>;
  const own = ownProperties(resource).filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(own.map(({ name }) => [name, values[name]]));
}

const ownProperties = <Row extends ManagedRecord>({ entity }: Stored<Row>): EntityProperty[] =>
  (em().getMetadata(entity).props as EntityProperty[]).filter(
    ({ kind, name, persist }) => kind === "scalar" && persist !== false && !MADE_ANEW.includes(name),
  );

/** A record that can be deleted into the bin, and brought back. */
export type Binned<Row extends ManagedRecord> = Changeable<Row> & Removable<Row>;

/** Where there are drafts it comes back as one: what readers lost they get again when somebody publishes it. */
export const comesBackAsDraft = <Row extends ManagedRecord>({ form }: Binned<Row>): boolean =>
  publicationField(form) !== undefined;

/**
 * Makes a record of the bin again what it was, under its own id, with its picture and its line in the change log.
 * @returns the record
 * @throws AppError 409 where it is not in the bin any more, 422 for what a check of the database refuses today
 */
export async function bringBack<Row extends ManagedRecord>(
  resource: Binned<Row>,
  staff: StaffViewer,
  id: string,
): Promise<Row> {
  let values: Record<string, unknown> = {};
  try {
    const row = await inTransaction(async (manager) => {
      const where = { id, kind: resource.path };
      const binned = await manager.findOne(BinnedRecord, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!binned) throw new AppError(409, "This record is not in the bin any more.");
      values = valuesOf(resource, binned);
      const again = manager.create(resource.entity, values as RequiredEntityData<Row>) as Row;
      manager.persist(again);
      recordChange(manager, staff, {
        action: "brought back",
        resource: resource.path,
        recordId: binned.recordId,
        recordTitle: binned.title,
      });
      // Not its own any more: a picture goes with the line of the bin that it belongs to.
      binned.image = null;
      await manager.flush();
      manager.remove(binned);
      await manager.flush();
      await resource.afterWrite?.(manager, [{ after: again, staff }]);
      return again;
    });
    await afterCommit(() => invalidatePageCache([tableOf(resource)]));
    return row;
  } catch (error) {
    throw explainCheck(resource.form, em().getMetadata(resource.entity), error, values);
  }
}

/** The values of a record that comes back. Columns that are younger than what was kept get what a new record has. */
function valuesOf<Row extends ManagedRecord>(
  resource: Binned<Row>,
  { held, image, recordId }: BinnedRecord,
): Record<string, unknown> {
  const publication = publicationField(resource.form);
  const picture = pictureRelation(resource);
  const own = ownProperties(resource).filter(({ name }) => name in held);
  const values: Record<string, unknown> = Object.fromEntries(
    own.map(({ name, runtimeType }) => [name, revived(runtimeType, held[name])]),
  );
  values.id = recordId;
  if (publication) values[publication.property] = "draft";
  // Said anew it is dated anew: nobody could read it meanwhile.
  else if (resource.removal.bin === "dated anew") delete values.createdAt;
  if (picture && image) values[picture] = image;
  return values;
}

/** Moments are text in JSON. */
const revived = (runtimeType: string, value: unknown): unknown =>
  runtimeType === "Date" && typeof value === "string" ? new Date(value) : value;
