import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { PendingPicture } from "db/entities/pending-picture";
import { columns } from "db/entity-columns.server";
import { array, int, json, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { log } from "~/platform/log.server";
import { libraryPicture } from "~/platform/pictures/library.server";
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
import { awayOf, RETRY_AFTER_SECONDS } from "./report-failure.server";
import type { KeptPicture, Submission } from "./submission.server";
import { isUuid } from "./uuid";

/** Whose picture it is; nobody else can see or use it. */
export type PictureOwner = { kind: "staff" | "member"; id: string };

/**
 * A field for a picture, in the form of somebody: what was chosen there stays there.
 * @property library whether the picture may be one of the library's
 */
export type PictureField = { owner: PictureOwner; form: string; field: string; library?: boolean };

/** How many wait for one person at most; the oldest goes first. */
const MAX_PER_PERSON = 3;

const STORE_AWAY =
  "Pictures cannot be stored at the moment, and nothing was saved. Please try again in a minute";

/** A day, by the database's clock. */
const FRESH = sql`created_at > now() - interval '1 day'`;

/** Out of reach of `/uploads/`, which knows ids only. */
const folderOf = (id: string) => `pending/${id}`;

/** Where the file of a picture that waits is stored, in one of its widths. */
export const pendingPictureKey = (id: string, width: number): string => `${folderOf(id)}/${width}.webp`;

const ROW = {
  ...columns(PendingPicture, "id", "width", "height", "byteSize", "widths"),
  // What the library says of it by now, where it is of the library.
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
 * Looks for the picture that this form kept when it was refused, or that was chosen in the library, and puts it into the
 * submission. One that the person wants left out is thrown away.
 */
export async function loadPendingPicture(place: PictureField, submission: Submission): Promise<void> {
  const { ids, leavesOut } = sentPictures(place, submission);
  const rows = await Promise.all(ids.map((id) => rowOf(place, id)));
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
    return place.library && isUuid(chosen) ? libraryPicture(chosen) : undefined;
  });
  // Named by the form itself, while nobody could keep it, it is left out as any other.
  const isLeftOut = leavesOut && ids.length === 1 && picture !== undefined;
  submission.kept = isLeftOut
    ? undefined
    : { ...named, waits: named.waits && picture !== undefined, picture };
}

/** At most one that the form had kept, and one of the library behind it. */
function sentPictures({ field }: PictureField, { values }: Submission) {
  const sent = values[pendingIdField(field)];
  const texts = (Array.isArray(sent) ? sent : [sent]).filter((one) => typeof one === "string" && one !== "");
  return { ids: texts.slice(-2) as string[], leavesOut: values[discardField(field)] === "on" };
}

/** Stores a picture's files before the record that shows it is saved. @throws AppError 503 */
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
 * The picture of a submission, of this time or of a time before. Undefined where none was chosen.
 * @param tooLarge said of a file that is larger than `UPLOAD_LIMITS` lets through
 * @throws InvalidPictureError with what to say at the field
 */
export async function uploadedPicture(
  submission: Submission,
  field: string,
  tooLarge: string,
): Promise<PreparedPicture | undefined> {
  const upload = submission.files[field];
  if (upload?.tooLarge) throw new InvalidPictureError(tooLarge);
  if (upload && upload.bytes.length > 0) return preparePicture(upload.bytes);
  const { kept } = submission;
  if (!kept) return undefined;
  if (!kept.picture)
    throw new InvalidPictureError("The picture you chose is no longer kept. Please choose it again");
  // Its own name: what waits stays where it is until the save is certain.
  return { ...kept.picture, id: randomUUID() };
}

/**
 * After a refusal: keeps what was chosen for the next time. A picture that is itself refused is not kept, and that
 * one cannot be kept is no second refusal.
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
    // While the store is away the library's own name of it is all there is.
    const id = chosen ? await store(place, chosen) : kept?.away ? kept.id : before;
    if (before && id !== before) await tryDiscard(before);
    return id ? { id, src: addressOf(place.owner, id) } : undefined;
  } catch (error) {
    if (!(error instanceof InvalidPictureError) && !awayOf(error))
      log().error({ err: error }, "picture not kept");
    const id = kept?.waits || kept?.picture ? kept.id : before;
    return id ? { id, src: addressOf(place.owner, id) } : undefined;
  }
}

/** After a save: what waited has been used, or something else was chosen. */
export async function discardPendingPicture({ kept }: { kept?: KeptPicture }): Promise<void> {
  const used = kept?.waits ? kept.id : kept?.behind;
  if (used) await tryDiscard(used);
}

const ALL_OF = statement("pending-pictures.all-of", columns(PendingPicture, "id"))`
  select id from pending_pictures where owner_kind = ${ownerKind} and owner_id = ${uuid("ownerId")}`;

/** Throws away what waits for a person whose account is deleted. */
export async function discardPendingPicturesOf({ kind, id }: PictureOwner): Promise<void> {
  for (const { id: waiting } of await ALL_OF.all({ ownerKind: kind, ownerId: id })) await tryDiscard(waiting);
}

/** A preview of a picture is drawn so wide on a phone, in pixels, at most. */
const PREVIEW_WIDTH = 480;

/** The smallest file of a picture that waits for this person which is wide enough for its preview. */
export async function pendingPicturePreview(
  owner: PictureOwner,
  id: string | undefined,
): Promise<Response | undefined> {
  const row = await rowOf({ owner }, id);
  if (!row) return undefined;
  const wide = row.widths.filter((width) => width >= PREVIEW_WIDTH);
  const width = wide.length > 0 ? Math.min(...wide) : Math.max(...row.widths);
  const found = await storage().read(pendingPictureKey(row.id, width));
  if (!found) return undefined;
  return fileReply(await buffer(found.stream), "image/webp", { "Cache-Control": "private, no-store" });
}

/** Throws away what nobody sent again within a day, a part of it. @returns how many */
export async function sweepPendingPictures(): Promise<number> {
  const outdated = await OUTDATED.all();
  for (const { id } of outdated) await discard(id);
  return outdated.length;
}

const addressOf = ({ kind }: PictureOwner, id: string) =>
  `/${kind === "staff" ? "admin" : "dashboard"}/pending-pictures/${id}`;

async function rowOf(
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

/** The row comes first and goes last: there is never a file that no row leads the sweeper to. */
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

/** What was done for somebody is done: the sweeper takes what stays behind. */
const tryDiscard = (id: string): Promise<void> =>
  discard(id).catch((error) => log().warn({ err: error }, "picture not forgotten"));

async function discard(id: string): Promise<void> {
  await storage().removeFolder(folderOf(id));
  await DELETE.run({ id });
}
