import { Readable } from "node:stream";
import { StorageUnavailableError } from "./storage-contract.server";

/** The longest wait for the next bytes, and for all of them. */
export type StreamPatience = { nextMs: number; allMs: number };

/**
 * The same bytes, aborted when the store is too slow. Only the store's time counts, not the reader's, which a
 * connection timeout could not distinguish.
 */
export function patientStream(source: Readable, { nextMs, allMs }: StreamPatience): Readable {
  const chunks = readPatiently(source, nextMs, allMs);
  return new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      );
    },
    // `Readable.from` would wait for the next bytes before it closes.
    destroy(error, callback) {
      source.destroy();
      callback(error);
    },
  });
}

async function* readPatiently(source: Readable, nextMs: number, allMs: number): AsyncGenerator<Buffer, void> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]();
  let left = allMs;
  for (;;) {
    const began = performance.now();
    const next = await within(Math.min(nextMs, left), chunks.next());
    left -= performance.now() - began;
    if (next.done) return;
    yield next.value;
  }
}

async function within<Result>(ms: number, pending: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageUnavailableError("The store stopped in the middle of a file")),
      ms,
    );
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
