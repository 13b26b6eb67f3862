import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { problem } from "./replies.server";

/** An incoming file. Its stream applies back pressure: unread data waits at the sender. */
export type IncomingFile = { name: string; stream: Readable };

/** The file exceeds the limit. */
export class FileTooLarge extends Error {}

type Part = { field: string; maxBytes: number };

const malformed = () => problem(400, "The form could not be read. Please send it again.");

/**
 * Streams the file of a multipart form to `take`, without buffering it.
 * @returns undefined if no file was chosen
 * @throws FileTooLarge, from the stream; 400 for a malformed body; errors of `take`, after which the rest is
 * discarded
 */
export async function receiveFile<Result>(
  request: Request,
  { field, maxBytes }: Part,
  take: (file: IncomingFile) => Promise<Result>,
): Promise<Result | undefined> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!request.body || !type.toLowerCase().startsWith("multipart/form-data")) throw malformed();
  const busboy = openBusboy(type, maxBytes);
  const source = Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>);
  let file: Readable | undefined;
  let taken: Promise<Result> | undefined;
  const finished = new Promise<void>((resolve, reject) => {
    // The body stream does not end when the sender disconnects.
    if (request.signal.aborted) reject(malformed());
    request.signal.addEventListener("abort", () => reject(malformed()), { once: true });
    busboy.on("file", (name, stream, filename) => {
      // A truncated file means a truncated form; listen before `take` can fail on it.
      stream.on("error", (error) => reject(error instanceof FileTooLarge ? error : malformed()));
      if (name !== field || !filename || taken) {
        stream.resume();
        return;
      }
      stream.on("limit", () => stream.destroy(new FileTooLarge()));
      file = stream;
      taken = take({ name: filename, stream });
      taken.catch(reject);
    });
    busboy.on("error", () => reject(malformed()));
    busboy.on("finish", resolve);
    source.on("error", reject);
  });
  source.pipe(busboy);
  try {
    await finished;
    return await taken;
  } catch (error) {
    source.unpipe(busboy);
    // Let `take` finish before the error is reported, so that nothing is stored afterwards.
    file?.destroy(new Error("The form ended in the middle of its file"));
    await taken?.catch(() => {});
    await throwAway(request, source);
    throw error;
  } finally {
    source.destroy();
    busboy.destroy();
  }
}

/** Reads and discards a body; see `throwAway`. */
export const throwBodyAway = async (request: Request): Promise<void> => {
  if (request.body)
    await throwAway(request, Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>));
};

/** Browsers only show an answer after they have sent the whole body; an earlier one breaks the connection. */
async function throwAway({ signal }: Request, source: Readable): Promise<void> {
  if (signal.aborted) return;
  signal.addEventListener("abort", () => source.destroy(), { once: true });
  try {
    for await (const _ of source);
  } catch {
    // The sender disconnected or sends too much, so nobody waits for an answer.
  }
}

function openBusboy(type: string, fileSize: number): Busboy {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fileSize, files: 4, fields: 20, fieldSize: 1024 },
    });
  } catch {
    throw malformed();
  }
}
