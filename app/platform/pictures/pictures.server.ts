import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { type FocusPoint, Image } from "db/entities/image";
import { storage } from "../storage.server";
import { discardPicture, planRemoval } from "./picture-removals.server";
import { loadSharp } from "./sharp.server";

/** Widths kept of each picture, in pixels: a face beside a name, in a row, in a list, across a phone or a column of text, on fine screens. */
const WIDTHS = [160, 320, 480, 720, 1280] as const;

/** Where the file of a picture in one of its widths is stored. */
export const pictureKey = (id: string, width: number): string => `${id}/${width}.webp`;

/** Larger ones are refused before a pixel is decoded. */
const MAX_PIXELS = 24_000_000;

const ACCEPTED = new Set(["jpeg", "png", "webp"]);

/** Said under the field; a refused picture leaves nothing behind. */
export class InvalidPictureError extends Error {}

export type PreparedPicture = {
  id: string;
  width: number;
  height: number;
  byteSize: number;
  files: ReadonlyMap<number, Buffer>;
  /** The picture of the library that this is a copy of, with what is said of it there. */
  origin?: { id: string; alt: string; focus: FocusPoint };
};

/** How long webp looks for the smallest file, 0 to 6. `quick` takes three fifths of the processor time of `usual`; files are a twentieth larger. */
const EFFORTS = { usual: 4, quick: 2 } as const;

/** What was drawn of an upload, for as long as somebody holds it: a refused form asks a second time, to keep it. */
const drawn = new WeakMap<Buffer, Promise<PreparedPicture>>();

/** `drawUpload`, once for each upload. */
export function preparePicture(
  upload: Buffer,
  effort: keyof typeof EFFORTS = "usual",
): Promise<PreparedPicture> {
  const known = drawn.get(upload) ?? drawUpload(upload, EFFORTS[effort]);
  drawn.set(upload, known);
  return known;
}

/**
 * Decodes an upload and draws it anew as webp in the widths we keep: nothing of the original file, its metadata
 * or whatever hid in it survives. Nothing is stored yet.
 * @throws InvalidPictureError with a sentence for the person who chose the file.
 */
async function drawUpload(upload: Buffer, effort: number): Promise<PreparedPicture> {
  const { format, width: ownWidth, height: ownHeight, orientation } = await readMetadata(upload);
  if (!ACCEPTED.has(format)) {
    throw new InvalidPictureError(
      `The picture is a ${format.toUpperCase()} file. Please choose a JPEG, PNG or WebP`,
    );
  }
  // EXIF orientations from 5 on lie on their side.
  const [width, height] = (orientation ?? 1) >= 5 ? [ownHeight, ownWidth] : [ownWidth, ownHeight];
  const widths = [...WIDTHS.filter((candidate) => candidate < width), ...(width <= 1280 ? [width] : [])];
  const files = new Map<number, Buffer>();
  const sharp = await loadSharp();
  try {
    for (const target of widths) {
      const resized = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error", animated: false })
        .rotate()
        .resize({ width: target, withoutEnlargement: true })
        .webp({ quality: 75, effort });
      files.set(target, await resized.toBuffer());
    }
  } catch {
    throw new InvalidPictureError("The picture is damaged. Please choose another file");
  }
  const byteSize = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  return { id: randomUUID(), width, height, byteSize, files };
}

async function readMetadata(upload: Buffer) {
  const sharp = await loadSharp();
  try {
    const found = await sharp(upload, { limitInputPixels: MAX_PIXELS }).metadata();
    if (!found.format || !found.width || !found.height) throw new Error("no picture");
    return { ...found, format: found.format, width: found.width, height: found.height };
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes("pixel limit");
    throw new InvalidPictureError(
      tooLarge
        ? "The picture has too many pixels. Please choose one of at most 24 megapixels"
        : "This file is not a picture we can read. Please choose a JPEG, PNG or WebP",
    );
  }
}

/**
 * Writes a picture's files, before the transaction that keeps it: no connection and no lock waits for a storage that is
 * slow. Without `keepPicture` they go again, at the latest within two hours.
 * @throws StorageUnavailableError
 */
export async function storePicture({ id, files }: PreparedPicture): Promise<void> {
  await planRemoval(id);
  try {
    for (const [width, bytes] of files) await storage().put(pictureKey(id, width), bytes);
  } catch (error) {
    await discardPicture(id);
    throw error;
  }
}

/** Adds the row of a stored picture to the caller's unit of work; with its commit the picture stays. */
export function keepPicture(manager: EntityManager, prepared: PreparedPicture): Image {
  const { id, width, height, byteSize, files, origin } = prepared;
  const said = origin && { alt: origin.alt, focus: origin.focus, originId: origin.id };
  const widths = [...files.keys()];
  return manager.create(Image, { id, width, height, byteSize, widths, ...said }, { persist: true });
}
