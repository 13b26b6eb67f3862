import type { EntityProperty } from "@mikro-orm/core";
import type { BinnedRecord, RecordValues } from "db/entities/binned-record";
import { em } from "db/orm.server";
import { publicationField } from "./fields.server";
import { pictureRelation } from "./find.server";
import { asksSecondPerson } from "./publication-guard.server";
import { isScheduled } from "./publish-time.server";
import type { ChangeableResource, ManagedRecord, Removable, Stored } from "./resource.server";
import { hasEnded } from "./unpublish-time.server";

/** A record that is deleted into the bin and can be restored. */
export type Binned<Row extends ManagedRecord> = ChangeableResource<Row> & Removable<Row>;

/** The state of a restored record. Records that can be drafts come back as drafts, so that somebody publishes them again. The others are visible again, unchanged or with new dates, or they are scheduled or ended.
 */
export type RestoredState = "draft" | "scheduled" | "ended" | "as it was" | "redated";

/** The record's own columns and its instrument: the symbol may belong to another company later. The picture is stored next to them; triggers find the other relations.
 */
export function fieldValues<Row extends ManagedRecord>(resource: Stored<Row>, row: Row): RecordValues {
  const values = row as unknown as Record<string, unknown>;
  const own = ownProperties(resource).filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(
    own.map(({ name, kind }) => [name, kind === "scalar" ? values[name] : relatedId(values[name])]),
  );
}

const relatedId = (related: unknown): string | null => (related as { id: string } | null)?.id ?? null;

const INSTRUMENT = "instrument";

const ownProperties = <Row extends ManagedRecord>({ entity }: Stored<Row>): EntityProperty[] =>
  (em().getMetadata(entity).props as EntityProperty[]).filter(
    ({ name, kind, persist }) => (kind === "scalar" && persist !== false) || name === INSTRUMENT,
  );

/** The stored values as entity values: dates are text in JSON. Columns that no longer exist are skipped. */
function revive<Row extends ManagedRecord>(resource: Stored<Row>, held: RecordValues) {
  const own = ownProperties(resource).filter(({ name }) => name in held);
  return Object.fromEntries(
    own.map(({ name, runtimeType }): [string, unknown] => {
      const value = held[name];
      return [name, runtimeType === "Date" && typeof value === "string" ? new Date(value) : value];
    }),
  );
}

type StoredValues = Pick<BinnedRecord, "held" | "createdAt">;

export const restoredState = <Row extends ManagedRecord>(
  resource: Binned<Row>,
  { held, createdAt }: StoredValues,
  now: Date,
): RestoredState => stateAfterRestore(resource, revive(resource, held), createdAt, now);

function stateAfterRestore<Row extends ManagedRecord>(
  { removal }: Pick<Removable<Row>, "removal">,
  values: Record<string, unknown>,
  deletedAt: Date,
  now: Date,
  isUndo = false,
): RestoredState {
  const own = removal.bin?.(values as Partial<Row>, now) ?? "as it was";
  const as = isUndo && own === "draft" ? "as it was" : own;
  if (as === "draft" || values.status === "draft") return "draft";
  const { publishAt, unpublishAt } = values as { publishAt?: Date | null; unpublishAt?: Date | null };
  if (hasEnded({ unpublishAt }, now)) return "ended";
  if (isScheduled({ publishAt }, now)) return "scheduled";
  // It was due for publishing while it was in the bin, so no reader has seen it.
  if (isScheduled({ publishAt }, deletedAt)) return "redated";
  return as;
}

/** After this time a deletion is not undone: the record is restored from the bin. */
const UNDO_MS = 60_000;

/** Whether a deletion that was just made can be undone: no call was withdrawn, and nobody needs to approve the record. */
export function canUndoRemoval<Row extends ManagedRecord>(
  resource: Pick<Removable<Row>, "removal"> & Parameters<typeof asksSecondPerson>[0],
  row: Readonly<Row>,
  now: Date,
): boolean {
  const as = stateAfterRestore(resource, row as Record<string, unknown>, now, now, true);
  if (as === "redated" || (as !== "draft" && asksSecondPerson(resource))) return false;
  return !resource.removal.hasCall?.(row);
}

/** The database sets these for a record that gets new dates. */
const DATES = ["createdAt", "updatedAt", "publishAt"];

/**
 * The values of a restored record. Columns that are newer than the stored values get their defaults.
 * @param isUndo whether who deleted it takes that back: soon afterwards it keeps its status
 */
export function restoredValues<Row extends ManagedRecord>(
  resource: Binned<Row>,
  { held, image, recordId, createdAt }: BinnedRecord,
  now: Date,
  isUndo = false,
): Record<string, unknown> {
  const values = revive(resource, held);
  const isSoon = isUndo && now.getTime() - createdAt.getTime() < UNDO_MS;
  const as = stateAfterRestore(resource, values, createdAt, now, isSoon);
  const kept = Object.entries(values).filter(([name]) => as !== "redated" || !DATES.includes(name));
  const status = publicationField(resource.form)?.property;
  const picture = pictureRelation(resource);
  return {
    ...Object.fromEntries(kept),
    ...(status && as === "draft" ? { [status]: "draft" } : {}),
    ...(picture && image ? { [picture]: image.id } : {}),
    id: recordId,
    // A form that was open during the deletion is based on an older version.
    version: Number(values.version ?? 0) + 1,
  };
}
