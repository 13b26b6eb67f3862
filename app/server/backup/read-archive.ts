import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { createGunzip } from "node:zlib";
import { BackupError, EXIT } from "db/backup/backup-error";
import { LAST_COMMIT_BEFORE } from "db/baseline/former-migrations";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import {
  ABOUT,
  type About,
  aboutSchema,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PartSums,
  partName,
  UPLOADS,
} from "./parts";

/** A streamed entry; its body must be read before the next one. */
export type Entry = { name: string; size: number; body: AsyncIterable<Uint8Array> };

/**
 * The largest entry that is read into memory (a picture, or the archive's own description); rows are
 * streamed.
 */
const MOST_AT_ONCE = 32 * 1024 * 1024;

export type VerifiedArchive = { about: About; manifest: Manifest };

/** @throws errors of the file, the compression or the archive format */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip();
  // The pipeline forwards its errors to the reader.
  pipeline(createReadStream(file), gunzip, () => {});
  const packed = Readable.toWeb(gunzip) as ReadableStream<Uint8Array>;
  const entries = packed.pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries as unknown as AsyncIterable<ParsedTarEntry>)
    yield { name: header.name, size: header.size, body: body as unknown as AsyncIterable<Uint8Array> };
}

/** Reads a whole archive and compares it with its manifest. @throws BackupError with the defect */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
  const found: { about?: About; manifest?: Manifest } = {};
  const sums = new PartSums();
  try {
    for await (const entry of readEntries(file)) {
      if (found.manifest) throw damaged(file, "there is data after its manifest");
      if (isReadAtOnce(entry) && entry.size > MOST_AT_ONCE)
        throw damaged(file, `${entry.name} has ${entry.size} bytes`);
      const bytes = await readEntry(entry, sums);
      if (entry.name === ABOUT) found.about = parseAbout(bytes, file);
      else if (!found.about) throw notOurs(file);
      if (entry.name === MANIFEST) found.manifest = parseManifest(bytes, file);
    }
  } catch (error) {
    throw error instanceof BackupError ? error : describeReadError(error, file, found.about !== undefined);
  }
  const { about, manifest } = found;
  if (!about) throw notOurs(file);
  if (!manifest) throw damaged(file, "its end is missing");
  if (!isDeepStrictEqual(sums.sums(), manifest.parts)) throw damaged(file, "its checksums do not match");
  return { about, manifest };
}

const isReadAtOnce = ({ name }: Entry): boolean => [ABOUT, MANIFEST, UPLOADS].includes(partName(name));

/** Keeps the bytes of the two descriptive entries; of all others only the checksums. */
async function readEntry(entry: Entry, sums: PartSums): Promise<Uint8Array> {
  const add = sums.begin(entry.name, entry.size);
  if (entry.name === ABOUT || entry.name === MANIFEST) {
    const bytes = await buffer(entry.body);
    add(bytes);
    return bytes;
  }
  for await (const piece of entry.body) add(piece);
  return new Uint8Array();
}

function parseAbout(bytes: Uint8Array, file: string): About {
  const read = aboutSchema.safeParse(parsed(bytes));
  if (!read.success) throw notOurs(file);
  if (read.data.format > FORMAT) throw newerReleaseError(file);
  return read.data;
}

function parseManifest(bytes: Uint8Array, file: string): Manifest {
  const read = manifestSchema.safeParse(parsed(bytes));
  if (!read.success) throw damaged(file, "its manifest cannot be read");
  return read.data;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}

function describeReadError(error: unknown, file: string, begun: boolean): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return new BackupError(`There is no file ${file}.`, EXIT.noInput);
  if (code === "EISDIR" || code === "EACCES")
    return new BackupError(`${file} cannot be read (${code}).`, EXIT.noInput);
  if (!begun) return notOurs(file);
  return damaged(file, code === "Z_BUF_ERROR" ? "its end is missing" : "it cannot be read completely");
}

const notOurs = (file: string) => new BackupError(`${file} is not a backup of Openbell.`, EXIT.data);

const damaged = (file: string, how: string) =>
  new BackupError(`${file} was cut or altered: ${how}. Nothing was restored.`, EXIT.data);

export const newerReleaseError = (file: string): BackupError =>
  new BackupError(`${file} was made by a newer release. Restore it with that release.`, EXIT.data);

export const tooOldError = (file: string): BackupError =>
  new BackupError(
    `${file} is too old for this release. Restore it with commit ${LAST_COMMIT_BEFORE}, start that version once, then start this release.`,
    EXIT.data,
  );
