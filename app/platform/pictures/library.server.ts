import { buffer } from "node:stream/consumers";
import type { EntityManager } from "@mikro-orm/postgresql";
import { Image } from "db/entities/image";
import { LibraryPicture } from "db/entities/library-picture";
import { columnsAs } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { storage } from "../storage.server";
import { type PreparedPicture, pictureKey } from "./pictures.server";

const KEPT = {
  ...columnsAs("i", Image, "id", "width", "height", "byteSize", "widths"),
  ...columnsAs("l", LibraryPicture, "alt", "focus"),
};

const FIND = statement("library.picture", KEPT)`
  select ${KEPT} from library_pictures l join images i on i.id = l.image_id where l.id = ${uuid("id")}`;

/**
 * A copy of a library picture, rendered as in the library, for a record. Undefined if it does not exist.
 * @throws StorageUnavailableError
 */
export async function copyLibraryPicture(id: string): Promise<PreparedPicture | undefined> {
  const found = await FIND.first({ id });
  if (!found) return undefined;
  const { alt, focus, widths, ...picture } = found;
  const files = new Map<number, Buffer>();
  for (const width of widths) {
    const file = await storage().read(pictureKey(picture.id, width));
    if (!file) return undefined;
    files.set(width, await buffer(file.stream));
  }
  return { ...picture, files, origin: { id, alt: alt ?? "", focus } };
}

/** Locks the library picture: an edit at the same time waits for the copy, and then updates it too. */
const FOLLOW = command("library.follow")`
  update images set alt = coalesce(said.alt, ''), focus = said.focus
    from (select alt, focus from library_pictures where id = ${uuid("originId")} for share) as said
   where images.id = ${uuid("id")}`;

/** Copies the library's current alt text and focus to a new copy, in the transaction that stores it. */
export async function followOrigin(
  manager: EntityManager,
  { id, origin }: Pick<PreparedPicture, "id" | "origin">,
): Promise<void> {
  if (origin) await FOLLOW.run({ id, originId: origin.id }, manager);
}
