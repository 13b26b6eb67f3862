import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { problem } from "./replies.server";

/** A file on its way in. What is not taken of its stream is not read: it waits at its sender. */
export type IncomingFile = { name: string; stream: Readable };

/** The file is larger than was said. */
export class FileTooLarge extends Error {}

type Part = { field: string; maxBytes: number };

const malformed = () => problem(400, "The form could not be read. Please send it again.");

/**
 * Hands the one file of a multipart form to who stores it while it comes, so that it is nowhere as a whole.
 * @returns undefined where no file was chosen
 * @throws FileTooLarge, out of the stream; 400 for a malformed body; what `take` throws, and then the rest is thrown away
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
    // A sender who leaves ends nothing of the body.
    if (request.signal.aborted) reject(malformed());
    request.signal.addEventListener("abort", () => reject(malformed()), { once: true });
    busboy.on("file", (name, stream, filename) => {
      // A file that is cut short is a form that is: heard here before who takes it can fail by it.
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
    // Who stores it is through with it before anybody is told that nothing of it is kept.
    file?.destroy(new Error("The form ended within its file"));
    await taken?.catch(() => {});
    await throwAway(request, source);
    throw error;
  } finally {
    source.destroy();
    busboy.destroy();
  }
}

/** Reads a body to its end for nothing; see `throwAway`. */
export const throwBodyAway = async (request: Request): Promise<void> => {
  if (request.body)
    await throwAway(request, Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>));
};

/** A browser shows an answer once it has sent all: one that comes before breaks the connection. */
async function throwAway({ signal }: Request, source: Readable): Promise<void> {
  if (signal.aborted) return;
  signal.addEventListener("abort", () => source.destroy(), { once: true });
  try {
    for await (const _ of source);
  } catch {
    // Its sender is gone, or sends more than may be sent: there is nobody to be answered.
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
