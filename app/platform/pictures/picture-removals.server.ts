import { PictureRemoval } from "db/entities/picture-removal";
import { columns } from "db/entity-columns.server";
import { uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { log } from "../log.server";
import { storage } from "../storage.server";

/**
 * Which pictures' files are to go. A picture is named here before its first file is written; the row of `images` that
 * keeps it takes the name away, and gives it back when it goes itself: the database does both, within the same
 * transaction. So there is never a file that neither table leads to, whatever stops in between.
 */

const ADD = command("picture-removals.add")`insert into picture_removals (id) values (${uuid("id")})`;
/** One that is locked is just being kept, or removed by somebody else. */
const FIND = statement("picture-removals.find", columns(PictureRemoval, "id"))`
  select id from picture_removals where id = ${uuid("id")} for update skip locked`;
const DELETE = command("picture-removals.delete")`delete from picture_removals where id = ${uuid("id")}`;
/** A save that is under way has its picture here, too; none takes an hour. In a store each is four calls. */
const DUE = statement("picture-removals.due", columns(PictureRemoval, "id"))`
  select id from picture_removals where created_at <= now() - interval '1 hour' order by created_at limit 25
   for update skip locked`;

/** Before a picture's files are written. */
export const planRemoval = (id: string): Promise<void> => ADD.run({ id });

/**
 * Takes a picture's files away, unless a row of `images` keeps them. That they cannot be had now is no failure of
 * whoever asks, whose own work is done: the hour's task asks again.
 */
export async function discardPicture(id: string): Promise<void> {
  try {
    if (await FIND.first({ id })) await remove(id);
  } catch (error) {
    log().warn({ err: error }, "picture not removed yet");
  }
}

/** Removes what an hour ago was to go and is still here, a part of it. @returns how many */
export async function sweepPictures(): Promise<number> {
  const due = await DUE.all();
  for (const { id } of due) await remove(id);
  return due.length;
}

async function remove(id: string): Promise<void> {
  await storage().removeFolder(id);
  await DELETE.run({ id });
}
