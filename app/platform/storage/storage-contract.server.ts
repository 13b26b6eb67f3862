import { Readable } from "node:stream";

/** A file as a stream. `size` is in bytes. */
export type StoredFile = { stream: Readable; size: number };

/** Storage of uploaded files. Keys look like `3f2c…/640.webp`: one folder per picture. */
export type Storage = {
  /**
   * Atomically creates or replaces a file.
   * @throws also when the stream is shorter or longer than its size
   */
  put(key: string, content: Buffer | StoredFile): Promise<void>;
  /**
   * @returns undefined when there is no such file. The caller must read the stream completely or destroy it.
   */
  read(key: string): Promise<StoredFile | undefined>;
  /**
   * The keys of all complete files, unordered. Files that change during the listing may be included or not.
   */
  list(): AsyncIterable<string>;
  /** Deletes everything below a folder; succeeds if there is none. */
  removeFolder(folder: string): Promise<void>;
};

/** The files are unavailable at present, which does not mean that they are missing. A retry may help. */
export class StorageUnavailableError extends Error {}

/** The store answers but refuses: its configuration must be fixed. @property code the store's error code */
export class StorageRefusedError extends StorageUnavailableError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The bytes of a file. @throws while reading, when the length differs from its size */
export async function* exactly(content: Buffer | StoredFile): AsyncIterable<Buffer> {
  const { stream, size } = Buffer.isBuffer(content)
    ? { stream: Readable.from([content]), size: content.length }
    : content;
  let seen = 0;
  for await (const chunk of stream) {
    seen += (chunk as Buffer).length;
    if (seen > size) throw new Error(`A file is longer than its ${size} bytes`);
    yield chunk as Buffer;
  }
  if (seen < size) throw new Error(`A file is incomplete: ${seen} of ${size} bytes`);
}
