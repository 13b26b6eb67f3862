import { buffer } from "node:stream/consumers";
import type { Snapshot } from "db/backup/snapshot.server";
import { Image } from "db/entities/image";
import { PendingPicture } from "db/entities/pending-picture";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { statement } from "db/statement.server";
import { pictureKey } from "~/platform/pictures/pictures.server";
import type { Storage } from "~/platform/storage.server";
import { pendingPictureKey } from "~/web/pending-pictures.server";

const PICTURES_AFTER = statement("backup.pictures", columns(Image, "id", "widths"))`
  select id, widths from images where id > ${uuid("after")} order by id limit 500`;
const PENDING_AFTER = statement("backup.pending-pictures", columns(PendingPicture, "id", "widths"))`
  select id, widths from pending_pictures where id > ${uuid("after")} order by id limit 500`;

/** The tables whose rows refer to files. */
const PICTURES = {
  images: { rowsAfter: PICTURES_AFTER, keyOf: pictureKey },
  pending_pictures: { rowsAfter: PENDING_AFTER, keyOf: pendingPictureKey },
} as const;

const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * The keys of all files that rows refer to, read page by page. A release without one of the tables has no
 * such files.
 */
export async function* storedKeys({ tables, connection }: Snapshot): AsyncGenerator<string> {
  for (const [table, { rowsAfter, keyOf }] of Object.entries(PICTURES)) {
    if (!tables.some(({ name }) => name === table)) continue;
    const pageAfter = (after: string) => rowsAfter.all({ after }, connection);
    for (let rows = await pageAfter(FIRST_ID); rows.length > 0; rows = await pageAfter(rows.at(-1)?.id ?? ""))
      for (const { id, widths } of rows) for (const width of widths) yield keyOf(id, width);
  }
}

/** @returns undefined when the file does not exist, also if its picture was just deleted */
export async function readFile(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    const found = await storage.read(key);
    return found && (await buffer(found.stream));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
