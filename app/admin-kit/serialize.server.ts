import { fullSizePath } from "~/platform/pictures/picture";
import { loadedPicture } from "./form-screen.server";
import type { ManagedRecord } from "./resource.server";

/**
 * A managed record as the API gives it: its own properties between those that every one has, in the order of `recordSchema`.
 * @param hideChanges for who may not read what changes in it, and is not told of it either
 */
export function serializeRecord<Own extends object>(
  row: ManagedRecord,
  own: Own,
  { hideChanges = false } = {},
) {
  return {
    _id: row.id,
    id: row.id,
    ...own,
    createdAt: row.createdAt.toISOString(),
    updatedAt: hideChanges ? null : row.updatedAt.toISOString(),
    version: hideChanges ? null : row.version,
  };
}

/** The path of the loaded picture behind a relation of the ORM; null where the record has none. */
export function serializePicture(relation: unknown): string | null {
  const picture = loadedPicture(relation);
  return picture ? fullSizePath(picture) : null;
}
