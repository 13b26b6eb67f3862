import { fullSizePath } from "~/platform/pictures/picture";
import { loadedPicture } from "./form-screen.server";
import type { ManagedRecord } from "./resource.server";

/**
 * A managed record as the API gives it: its own properties between those that every one has, in the order of `recordSchema`.
 * @param isShown which names this viewer gets. Who may not read what changes in a record is not told of changes either
 */
export function serializeRecord<Own extends object>(
  row: ManagedRecord,
  own: Own,
  isShown: (name: "updatedAt" | "version") => boolean = () => true,
) {
  return {
    _id: row.id,
    id: row.id,
    ...own,
    createdAt: row.createdAt.toISOString(),
    updatedAt: isShown("updatedAt") ? row.updatedAt.toISOString() : null,
    version: isShown("version") ? row.version : null,
  };
}

/** The path of the loaded picture behind a relation of the ORM; null where the record has none. */
export function serializePicture(relation: unknown): string | null {
  const picture = loadedPicture(relation);
  return picture ? fullSizePath(picture) : null;
}
