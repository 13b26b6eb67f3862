import { buffer } from "node:stream/consumers";
import { storage } from "../storage.server";
import type { StoredPicture } from "./picture";
import { pictureKey } from "./pictures.server";

/** A stored picture's largest file; undefined if it is missing. @throws StorageUnavailableError */
export async function pictureBytes({ id, widths }: Pick<StoredPicture, "id" | "widths">) {
  const found = await storage().read(pictureKey(id, Math.max(...widths)));
  return found && buffer(found.stream);
}
