import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Encodings of a body that the API reads (RFC 9110, section 8.4.1). */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** For `Accept-Encoding`. */
export const READ_ENCODINGS = "gzip, deflate, br";

/** The encoding of a body in lower case; empty if it has none. */
export function bodyEncoding({ headers }: IncomingMessage): string {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  return encoding === "identity" ? "" : encoding;
}

export const isReadEncoding = (encoding: string): boolean => Object.hasOwn(DECODERS, encoding);

/** The compressed body is damaged. */
export class DamagedBodyError extends Error {
  readonly status = 400;
}

/** Bytes that unfinished inflated bodies may hold together: a kilobyte can become megabytes. */
const MOST_HELD = 64 * 1024 * 1024;
let held = 0;

/** Too many compressed bodies arrive at once. */
export class InflationBusyError extends Error {
  readonly status = 503;
}

/**
 * Reads and inflates a compressed body. It is complete before its route runs, so that a damaged or too large
 * one is refused with a message.
 * @param limit in bytes, for the compressed and the inflated body
 * @returns undefined if either is larger
 * @throws DamagedBodyError, InflationBusyError
 */
export async function inflateBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const decoder = DECODERS[bodyEncoding(request)]?.();
  if (!decoder) throw new DamagedBodyError("The body has an unknown encoding.");
  let received = 0;
  const isTooLarge = () => received > limit;
  request.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (isTooLarge()) decoder.destroy();
  });
  // Without this a request whose client has left would wait for its body for ever.
  request.once("close", () => request.complete || decoder.destroy());
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.pipe(decoder)) {
      size += (chunk as Buffer).length;
      held += (chunk as Buffer).length;
      if (size > limit) return undefined;
      if (held > MOST_HELD)
        throw new InflationBusyError("Too many compressed requests. Please try again soon.");
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof InflationBusyError) throw error;
    if (isTooLarge()) return undefined;
    throw new DamagedBodyError("The compressed body is damaged or incomplete.");
  } finally {
    held -= size;
    request.unpipe(decoder);
  }
  return isTooLarge() ? undefined : Buffer.concat(chunks);
}
