import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { config } from "./config.server";

/** A file on its way. `size` counts bytes. */
export type StoredFile = { stream: Readable; size: number };

/** Where uploaded files live. Keys look like `3f2c…/640.webp`: one folder per picture. */
export type Storage = {
  /**
   * Appears whole or not at all, in place of what was there.
   * @throws also when a stream ends before or after its size.
   */
  put(key: string, content: Buffer | StoredFile): Promise<void>;
  /** @returns undefined when there is no such file. Whoever asks reads the stream to its end or destroys it. */
  read(key: string): Promise<StoredFile | undefined>;
  /** The key of every whole file, in no order; one that comes or goes meanwhile may be among them or not. */
  list(): AsyncIterable<string>;
  /** Removes everything below a folder; it not being there is fine. */
  removeFolder(folder: string): Promise<void>;
};

const fileOf = (content: Buffer | StoredFile): StoredFile =>
  Buffer.isBuffer(content) ? { stream: Readable.from([content]), size: content.length } : content;

/** What a file is called until it is whole. */
const PART = ".part";

/** Files on this machine's disk, below `DATA_DIR`. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${resolve(root)}/`)) throw new Error(`The key ${key} leaves the storage folder`);
    return path;
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}${PART}`;
      try {
        const { stream, size } = fileOf(content);
        const file = createWriteStream(part, { flush: true });
        await pipeline(stream, file);
        if (file.bytesWritten !== size) throw new Error(`${key} has ${file.bytesWritten} of ${size} bytes`);
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(key) {
      const path = pathOf(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { stream: createReadStream(path), size: found.size } : undefined;
    },
    async *list() {
      for await (const path of filesBelow(root)) if (!path.endsWith(PART)) yield relative(root, path);
    },
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true });
    },
  };
}

/** Not `opendir` with `recursive`: that one fails when a folder goes while it looks. */
async function* filesBelow(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

export const storage = (): Storage => diskStorage(join(config().dataDir, "uploads"));
