import { Readable } from "node:stream";

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

/** The files cannot be had now, which says nothing about whether they are there. Waiting may help. */
export class StorageUnavailableError extends Error {}

/** The store is there and will not: somebody has something to set right. @property code the store's word for why */
export class StorageRefusedError extends StorageUnavailableError {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What is to be stored, bytes by bytes. @throws while it is read, when it is not as long as it says */
export async function* exactly(content: Buffer | StoredFile): AsyncIterable<Buffer> {
  const { stream, size } = Buffer.isBuffer(content)
    ? { stream: Readable.from([content]), size: content.length }
    : content;
  let seen = 0;
  for await (const chunk of stream) {
    seen += (chunk as Buffer).length;
    if (seen > size) throw new Error(`A file has more than its ${size} bytes`);
    yield chunk as Buffer;
  }
  if (seen < size) throw new Error(`A file has ${seen} of its ${size} bytes`);
}
