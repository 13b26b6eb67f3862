import { createWriteStream, existsSync, rmSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { constants } from "node:os";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGzip } from "node:zlib";
import { BackupError, EXIT } from "db/backup/backup-error";
import { createTarPacker } from "modern-tar";
import { type Manifest, PartSums } from "./parts";

/** Pictures are already compressed, and rows should be fast. */
const GZIP_LEVEL = 4;

/** The archive contains password hashes and email addresses. */
const OWNER_ONLY = 0o600;

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type Archive = {
  add(entry: string, bytes: Uint8Array): Promise<void>;
  /** Checksums of all entries so far, by part. */
  sums(): Manifest["parts"];
};

/**
 * Lets `work` write an archive, which gets its name when it is complete.
 * @throws BackupError when the name is taken; after any error no file remains
 */
export async function writeArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
  openPart: (path: string) => Writable = (path) => createWriteStream(path, { flags: "wx", mode: OWNER_ONLY }),
): Promise<Result> {
  refuseTaken(file);
  const part = `${file}.${process.pid}.part`;
  const stopWatching = removeOnSignal(part);
  try {
    const result = await packInto(openPart(part), work);
    await flushToDisk(part);
    await giveName(part, file);
    return result;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    stopWatching();
  }
}

/** File systems without links, such as FAT, refuse to make one. */
const HAS_NO_LINKS = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

/**
 * Renames a complete archive. Another backup may have taken the name since the first check: a rename would
 * replace its file, and a link fails.
 * @throws BackupError when the name is taken
 */
export async function giveName(part: string, file: string, makeLink = link): Promise<void> {
  try {
    await makeLink(part, file);
  } catch (error) {
    refuseTaken(file);
    if (!HAS_NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await rename(part, file);
    return;
  }
  await rm(part);
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new BackupError(`${file} already exists.`, EXIT.cannotWrite);
}

/** Until the returned function is called, a stop signal deletes the file and ends the process. */
function removeOnSignal(part: string): () => void {
  const end = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, end);
  };
}

async function packInto<Result>(
  target: Writable,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const { readable, controller } = createTarPacker();
  const written = pipeline(
    Readable.fromWeb(readable as ReadableStream),
    createGzip({ level: GZIP_LEVEL }),
    target,
  );
  const sums = new PartSums();
  const worked = work({
    async add(name, bytes) {
      sums.begin(name, bytes.length)(bytes);
      const writer = controller.add({ name, size: bytes.length, mode: OWNER_ONLY }).getWriter();
      await writer.write(bytes);
      await writer.close();
    },
    sums: () => sums.sums(),
  });
  const finished = worked.then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  );
  // The first error is the cause: a failed target makes `work` fail, too.
  await Promise.all([written, finished]);
  return worked;
}

async function flushToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
