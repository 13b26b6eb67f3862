import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { PendingPicture } from "db/entities/pending-picture";
import { columns } from "db/entity-columns.server";
import { array, int, json, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { log } from "~/platform/log.server";
import { copyLibraryPicture } from "~/platform/pictures/library.server";
import {
  InvalidPictureError,
  type PreparedPicture,
  preparePicture,
  storePicture,
} from "~/platform/pictures/pictures.server";
import { StorageUnavailableError, storage } from "~/platform/storage.server";
import { type PendingPicture as DrawnPicture, discardField, pendingIdField } from "~/ui/pending-picture";
import { AppError } from "./app-error.server";
import { fileReply } from "./replies.server";
import { RETRY_AFTER_SECONDS, unavailableService } from "./report-failure.server";
import type { KeptPicture, Submission } from "./submission.server";
import { isUuid } from "./uuid";

/** The owner of a picture; nobody else can see or use it. */
export type PictureOwner = { kind: "staff" | "member"; id: string };

/**
 * A picture field in a person's form; the picture is stored for this form only.
 * @property library whether library pictures can be chosen
 */
export type PictureField = { owner: PictureOwner; form: string; field: string; library?: boolean };

/** The most stored pictures per person; the oldest is deleted first. */
const MAX_PER_PERSON = 3;

const STORE_AWAY =
  "Pictures cannot be stored at the moment, and nothing was saved. Please try again in a minute";

/** One day, by the database's clock. */
const FRESH = sql`created_at > now() - interval '1 day'`;

/** Not reachable by `/uploads/`, which accepts only ids. */
const pendingFolder = (id: string) => `pending/${id}`;

/** The storage key of a pending picture in one width. */
export const pendingPictureKey = (id: string, width: number): string => `${pendingFolder(id)}/${width}.webp`;

const ROW = {
  ...columns(PendingPicture, "id", "width", "height", "byteSize", "widths"),
  // The current data of the library picture, if it is one.
  origin: json<NonNullable<PreparedPicture["origin"]>>().orNull.from`(
    select json_build_object('id', l.id, 'alt', coalesce(l.alt, ''), 'focus', l.focus) from library_pictures l
     where l.id = pending_pictures.origin_id)`,
};
type Row = RowOf<typeof ROW>;

const ownerKind = literal(["staff", "member"])("ownerKind");

const FIND = statement("pending-pictures.find", ROW)`
  select ${ROW} from pending_pictures
   where id = ${uuid("id")} and owner_kind = ${ownerKind} and owner_id = ${uuid("ownerId")}
     and form = coalesce(${text.orNull("form")}, form) and ${FRESH}`;
const OUTDATED = statement("pending-pictures.outdated", columns(PendingPicture, "id"))`
  select id from pending_pictures where created_at <= now() - interval '1 day' order by created_at limit 25`;
const ADD = command("pending-pictures.add")`
  insert into pending_pictures (id, owner_kind, owner_id, form, width, height, byte_size, widths, origin_id)
  values (${uuid("id")}, ${ownerKind}, ${uuid("ownerId")}, ${text("form")}, ${int("width")}, ${int("height")},
          ${int("byteSize")}, ${array(int)("widths")}::int[], ${uuid.orNull("originId")})`;
const SURPLUS = statement("pending-pictures.surplus", columns(PendingPicture, "id"))`
  select id from pending_pictures where owner_kind = ${ownerKind} and owner_id = ${uuid("ownerId")}
   order by created_at desc, id desc offset ${MAX_PER_PERSON}`;
const DELETE = command("pending-pictures.delete")`delete from pending_pictures where id = ${uuid("id")}`;

/**
 * Loads the picture that was stored with the refused form, or chosen from the library, into the submission. A
 * discarded picture is deleted.
 */
export async function loadPendingPicture(place: PictureField, submission: Submission): Promise<void> {
  const { ids, leavesOut } = sentPictures(place, submission);
  const rows = await Promise.all(ids.map((id) => findRow(place, id)));
  const row = rows.find((each) => each !== undefined);
  if (row && leavesOut) await tryDiscard(row.id);
  const kept = leavesOut ? undefined : row;
  const chosen = ids.filter((_, nth) => !rows[nth]).at(-1);
  const id = chosen ?? kept?.id;
  if (id === undefined) return;
  const named = { id, waits: chosen === undefined, behind: chosen === undefined ? undefined : kept?.id };
  submission.kept = { ...named, away: true };
  const picture = await reachable(async () => {
    if (chosen === undefined) return kept && read(kept);
    return place.library && isUuid(chosen) ? copyLibraryPicture(chosen) : undefined;
  });
  // If the form names a picture that could not be stored, "leave out" applies to it as to any other.
  const isLeftOut = leavesOut && ids.length === 1 && picture !== undefined;
  submission.kept = isLeftOut
    ? undefined
    : { ...named, waits: named.waits && picture !== undefined, picture };
}

/** At most one stored picture, followed by one from the library. */
function sentPictures({ field }: PictureField, { values }: Submission) {
  const sent = values[pendingIdField(field)];
  const texts = (Array.isArray(sent) ? sent : [sent]).filter((one) => typeof one === "string" && one !== "");
  return { ids: texts.slice(-2) as string[], leavesOut: values[discardField(field)] === "on" };
}

/** Stores a picture's files before its record is saved. @throws AppError 503 */
export const storeUpload = (picture: PreparedPicture): Promise<void> =>
  reachable(() => storePicture(picture));

async function reachable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageUnavailableError)) throw error;
    throw new AppError(503, STORE_AWAY, { retryAfter: RETRY_AFTER_SECONDS });
  }
}

/**
 * Stores the chosen picture after a refusal, for the next submission. An invalid picture is not stored; a
 * failure to store is not reported to the person.
 */
export async function savePendingPicture(
  place: PictureField,
  submission: Submission,
): Promise<DrawnPicture | undefined> {
  const { kept } = submission;
  const before = kept?.waits ? kept.id : kept?.behind;
  try {
    const upload = submission.files[place.field];
    const usable = upload !== undefined && upload.bytes.length > 0 && !upload.tooLarge;
    const chosen = usable ? await preparePicture(upload.bytes) : kept?.waits ? undefined : kept?.picture;
    // While the store is unavailable, the library id is all we have.
    const id = chosen ? await store(place, chosen) : kept?.away ? kept.id : before;
    if (before && id !== before) await tryDiscard(before);
    return id ? { id, src: addressOf(place.owner, id) } : undefined;
  } catch (error) {
    if (!(error instanceof InvalidPictureError) && !unavailableService(error))
      log().error({ err: error }, "picture not stored");
    const id = kept?.waits || kept?.picture ? kept.id : before;
    return id ? { id, src: addressOf(place.owner, id) } : undefined;
  }
}

/** After a save: deletes the pending picture, which was used or replaced. */
export async function discardPendingPicture({ kept }: { kept?: KeptPicture }): Promise<void> {
  const used = kept?.waits ? kept.id : kept?.behind;
  if (used) await tryDiscard(used);
}

const ALL_OF = statement("pending-pictures.all-of", columns(PendingPicture, "id"))`
  select id from pending_pictures where owner_kind = ${ownerKind} and owner_id = ${uuid("ownerId")}`;

/** Deletes the pending pictures of a person whose account is deleted. */
export async function discardAllPendingPictures({ kind, id }: PictureOwner): Promise<void> {
  for (const { id: waiting } of await ALL_OF.all({ ownerKind: kind, ownerId: id })) await tryDiscard(waiting);
}

/** The widest preview on a phone, in pixels. */
const PREVIEW_WIDTH = 480;

/** The smallest file of this person's pending picture that is wide enough for its preview. */
export async function pendingPicturePreview(
  owner: PictureOwner,
  id: string | undefined,
): Promise<Response | undefined> {
  const row = await findRow({ owner }, id);
  if (!row) return undefined;
  const wide = row.widths.filter((width) => width >= PREVIEW_WIDTH);
  const width = wide.length > 0 ? Math.min(...wide) : Math.max(...row.widths);
  const found = await storage().read(pendingPictureKey(row.id, width));
  if (!found) return undefined;
  return fileReply(await buffer(found.stream), "image/webp", { "Cache-Control": "private, no-store" });
}

/** Deletes a batch of pictures that are older than a day. @returns the number of deleted pictures */
export async function sweepPendingPictures(): Promise<number> {
  const outdated = await OUTDATED.all();
  for (const { id } of outdated) await discard(id);
  return outdated.length;
}

const addressOf = ({ kind }: PictureOwner, id: string) =>
  `/${kind === "staff" ? "admin" : "dashboard"}/pending-pictures/${id}`;

async function findRow(
  { owner, form }: { owner: PictureOwner; form?: string },
  id: string | undefined,
): Promise<Row | undefined> {
  if (!isUuid(id)) return undefined;
  return FIND.first({ id, ownerKind: owner.kind, ownerId: owner.id, form: form ?? null });
}

async function read({
  id,
  width,
  height,
  byteSize,
  widths,
  origin,
}: Row): Promise<PreparedPicture | undefined> {
  const files = new Map<number, Buffer>();
  for (const each of widths) {
    const found = await storage().read(pendingPictureKey(id, each));
    if (!found) return undefined;
    files.set(each, await buffer(found.stream));
  }
  return { id, width, height, byteSize, files, origin: origin ?? undefined };
}

/** The row is created before the files and deleted after them, so every file can be found by its row. */
async function store({ owner, form }: PictureField, picture: PreparedPicture): Promise<string> {
  const id = randomUUID();
  const { width, height, byteSize, files, origin } = picture;
  const place = { ownerKind: owner.kind, ownerId: owner.id };
  await ADD.run({
    id,
    ...place,
    form,
    width,
    height,
    byteSize,
    widths: [...files.keys()],
    originId: origin?.id ?? null,
  });
  try {
    for (const [each, bytes] of files) await storage().put(pendingPictureKey(id, each), bytes);
  } catch (error) {
    await discard(id);
    throw error;
  }
  const surplus = await SURPLUS.all(place);
  for (const { id: old } of surplus) await tryDiscard(old);
  return id;
}

/** Must not fail the finished action: the hourly task deletes leftovers. */
const tryDiscard = (id: string): Promise<void> =>
  discard(id).catch((error) => log().warn({ err: error }, "picture not deleted"));

async function discard(id: string): Promise<void> {
  await storage().removeFolder(pendingFolder(id));
  await DELETE.run({ id });
}
