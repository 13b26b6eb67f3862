import { randomUUID } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { type FocusPoint, Image } from "db/entities/image";
import { storage } from "../storage.server";
import { discardPicture, planRemoval } from "./picture-removals.server";
import { PICTURE_WIDTHS } from "./picture-widths";
import { loadSharp } from "./sharp.server";

/** The storage key of a picture in one width. */
export const pictureKey = (id: string, width: number): string => `${id}/${width}.webp`;

/** Larger pictures are rejected before decoding. */
const MAX_PIXELS = 24_000_000;

const ACCEPTED = new Set(["jpeg", "png", "webp"]);

/** The message is shown at the field; a rejected picture is not stored. */
export class InvalidPictureError extends Error {}

export type PreparedPicture = {
  id: string;
  width: number;
  height: number;
  byteSize: number;
  files: ReadonlyMap<number, Buffer>;
  /** The library picture this is a copy of, with its alt text and focus. */
  origin?: { id: string; alt: string; focus: FocusPoint };
};

/**
 * WebP's compression effort, 0 to 6. `quick` takes three fifths of the processor time of `usual`; files are
 * five percent larger.
 */
const EFFORTS = { usual: 4, quick: 2 } as const;

/**
 * Rendered uploads, while they are referenced: a rejected form needs the picture again when it is sent again.
 */
const rendered = new WeakMap<Buffer, Promise<PreparedPicture>>();

/** `renderUpload`, once per upload. */
export function preparePicture(
  upload: Buffer,
  effort: keyof typeof EFFORTS = "usual",
): Promise<PreparedPicture> {
  const known = rendered.get(upload) ?? renderUpload(upload, EFFORTS[effort]);
  rendered.set(upload, known);
  return known;
}

/**
 * Decodes an upload and renders it as WebP in our widths. Nothing of the original file survives, metadata
 * included. Nothing is stored yet.
 * @throws InvalidPictureError with a sentence for the person who chose the file
 */
async function renderUpload(upload: Buffer, effort: number): Promise<PreparedPicture> {
  const { format, width: ownWidth, height: ownHeight, orientation } = await readMetadata(upload);
  if (!ACCEPTED.has(format)) {
    throw new InvalidPictureError(
      `The picture is a ${format.toUpperCase()} file. Choose a JPEG, PNG or WebP file.`,
    );
  }
  // EXIF orientations from 5 on are rotated by 90 degrees.
  const [width, height] = (orientation ?? 1) >= 5 ? [ownHeight, ownWidth] : [ownWidth, ownHeight];
  const widths = [
    ...PICTURE_WIDTHS.filter((candidate) => candidate < width),
    ...(width <= 1280 ? [width] : []),
  ];
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
        ? "The picture has too many pixels. Choose one of 24 megapixels or less."
        : "This file is not a picture we can read. Choose a JPEG, PNG or WebP file.",
    );
  }
}

/**
 * Writes a picture's files before the transaction that stores its row, so that no connection or lock waits
 * for slow storage. Without `keepPicture` they are deleted within two hours.
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

/** Adds a picture's row to the caller's unit of work; the commit makes the picture permanent. */
export function keepPicture(manager: EntityManager, prepared: PreparedPicture): Image {
  const { id, width, height, byteSize, files, origin } = prepared;
  const libraryFields = origin && { alt: origin.alt, focus: origin.focus, originId: origin.id };
  const widths = [...files.keys()];
  return manager.create(Image, { id, width, height, byteSize, widths, ...libraryFields }, { persist: true });
}
