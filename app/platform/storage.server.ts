import { createReadStream } from "node:fs";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { config } from "./config.server";

/** Where uploaded files live. Keys look like `3f2c…/640.webp`: one folder per picture. */
export type Storage = {
  /** Appears whole or not at all. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** @returns undefined when there is no such file. */
  read(key: string): Promise<{ stream: Readable; size: number } | undefined>;
  /** Removes everything below a folder; it not being there is fine. */
  removeFolder(folder: string): Promise<void>;
};

/** Files on this machine's disk, below `DATA_DIR`. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const path = resolve(root, key);
    if (!path.startsWith(`${resolve(root)}/`)) throw new Error(`The key ${key} leaves the storage folder`);
    return path;
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.part`;
      try {
        await writeFile(part, bytes, { flush: true });
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
    async removeFolder(folder) {
      await rm(pathOf(folder), { recursive: true, force: true });
    },
  };
}

export const storage = (): Storage => diskStorage(join(config().dataDir, "uploads"));
