import { PictureRemoval } from "db/entities/picture-removal";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { log } from "../log.server";
import { storage } from "../storage.server";

/**
 * Pictures whose files must be deleted. A picture is listed before its first file is written. Its row in
 * `images` removes it from the list, and deleting the row adds it again; the database does both in the same
 * transaction. So no file can be left without a row, whatever stops in between.
 */

const ADD = command("picture-removals.add")`insert into picture_removals (id) values (${uuid("id")})`;
/** A locked one is being stored, or removed by another process. */
const FIND = statement("picture-removals.find", columns(PictureRemoval, "id"))`
  select id from picture_removals where id = ${uuid("id")} for update skip locked`;
const DELETE = command("picture-removals.delete")`delete from picture_removals where id = ${uuid("id")}`;
/**
 * Pictures of a running save are listed too, but no save takes an hour. In an object store each picture needs
 * four requests.
 */
const DUE = statement("picture-removals.due", columns(PictureRemoval, "id"))`
  select id from picture_removals where created_at <= now() - interval '1 hour' order by created_at limit 25
   for update skip locked`;

/** Call before a picture's files are written. */
export const planRemoval = (id: string): Promise<void> => ADD.run({ id });

/**
 * Deletes a picture's files, unless a row of `images` uses them. An unavailable store is not the requester's
 * problem: the hourly task tries again.
 */
export async function discardPicture(id: string): Promise<void> {
  try {
    if (await FIND.first({ id })) await remove(id);
  } catch (error) {
    log().warn({ err: error }, "picture not removed yet");
  }
}

/** Deletes a batch of pictures that have been listed for an hour. @returns the number of deleted pictures */
export async function sweepPictures(): Promise<number> {
  const due = await DUE.all();
  for (const { id } of due) await remove(id);
  return due.length;
}

async function remove(id: string): Promise<void> {
  await storage().removeFolder(id);
  await DELETE.run({ id });
}
