import type { EntityProperty } from "@mikro-orm/core";
import type { BinnedRecord, HeldValues } from "db/entities/binned-record";
import { em } from "db/orm.server";
import { hasEnded } from "./ending.server";
import { publicationField } from "./fields.server";
import { pictureRelation } from "./find.server";
import { isScheduled } from "./planning.server";
import type { Changeable, ManagedRecord, Removable, Stored } from "./resource.server";

/** A record that can be deleted into the bin, and brought back. */
export type Binned<Row extends ManagedRecord> = Changeable<Row> & Removable<Row>;

/**
 * What a record is once it is back. What can be a draft is one: what readers lost they get again when somebody publishes it. The
 * others are with their readers, as they were or dated anew, wait for their minute, or had their last one.
 */
export type RestoredState = "draft" | "scheduled" | "ended" | "as it was" | "dated anew";

/**
 * The record's own columns, and its instrument: whose its symbol was cannot be found later, when another company may have it. A picture
 * is kept beside them; what else it leads to triggers find.
 */
export function fieldValues<Row extends ManagedRecord>(resource: Stored<Row>, row: Row): HeldValues {
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

/** What was kept, as the record's entity has it: moments are text in JSON. Columns that are gone by now are left out. */
function revive<Row extends ManagedRecord>(resource: Stored<Row>, held: HeldValues) {
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
  { removal }: Binned<Row>,
  values: Record<string, unknown>,
  deletedAt: Date,
  now: Date,
): RestoredState {
  const as = removal.bin?.(values as Partial<Row>, now) ?? "as it was";
  if (as === "draft" || values.status === "draft") return "draft";
  const { publishAt, unpublishAt } = values as { publishAt?: Date | null; unpublishAt?: Date | null };
  if (hasEnded({ unpublishAt }, now)) return "ended";
  if (isScheduled({ publishAt }, now)) return "scheduled";
  // Its minute came while it was here, so no reader ever saw it.
  if (isScheduled({ publishAt }, deletedAt)) return "dated anew";
  return as;
}

/** What is dated anew gets them from the database: by its clock, with all that follows from the age. */
const DATES = ["createdAt", "updatedAt", "publishAt"];

/** The values of a record that comes back. Columns that are younger than what was kept get what a new record has. */
export function restoredValues<Row extends ManagedRecord>(
  resource: Binned<Row>,
  { held, image, recordId, createdAt }: BinnedRecord,
  now: Date,
): Record<string, unknown> {
  const values = revive(resource, held);
  const as = stateAfterRestore(resource, values, createdAt, now);
  const kept = Object.entries(values).filter(([name]) => as !== "dated anew" || !DATES.includes(name));
  const status = publicationField(resource.form)?.property;
  const picture = pictureRelation(resource);
  return {
    ...Object.fromEntries(kept),
    ...(status && as === "draft" ? { [status]: "draft" } : {}),
    ...(picture && image ? { [picture]: image.id } : {}),
    id: recordId,
    // A form that was open when it was deleted is on top of an older one.
    version: Number(values.version ?? 0) + 1,
  };
}
