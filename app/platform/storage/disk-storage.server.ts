import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { exactly, type Storage } from "./storage-contract.server";

/** The suffix of an incomplete file. */
const PART = ".part";

/** Files on the local disk, below `DATA_DIR`. */
export function diskStorage(root: string): Storage {
  const filePath = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${resolve(root)}/`))
      throw new Error(`The key ${key} points outside the storage folder`);
    return path;
  };
  return {
    async put(key, content) {
      const path = filePath(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}${PART}`;
      try {
        await pipeline(exactly(content), createWriteStream(part, { flush: true }));
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async read(key) {
      const path = filePath(key);
      const found = await stat(path).catch(() => undefined);
      return found?.isFile() ? { stream: createReadStream(path), size: found.size } : undefined;
    },
    async *list() {
      for await (const path of filesBelow(root)) if (!path.endsWith(PART)) yield relative(root, path);
    },
    async removeFolder(folder) {
      await rm(filePath(folder), { recursive: true, force: true });
    },
  };
}

/** `opendir` with `recursive` fails when a folder is deleted during the listing. */
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
