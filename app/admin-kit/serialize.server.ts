import { fullSizePath } from "~/platform/pictures/picture";
import { loadedPicture } from "./form-screen.server";
import type { ManagedRecord } from "./resource.server";

/**
 * A managed record in the API, with its properties in the order of `recordSchema`.
 * @param isShown which properties this viewer gets. Viewers without the locked ones do not learn that those changed
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

/** The path of the loaded picture of an ORM relation; null without a picture. */
export function serializePicture(relation: unknown): string | null {
  const picture = loadedPicture(relation);
  return picture ? fullSizePath(picture) : null;
}
