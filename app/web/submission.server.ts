import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import type { PreparedPicture } from "~/platform/pictures/pictures.server";
import { longNumbers } from "./long-numbers";
import { problem } from "./replies.server";
import { MAX_FILE_BYTES } from "./upload-limits";

/** Limits of an upload: one picture, and the text of each field, in bytes. */
export const UPLOAD_LIMITS = { fileBytes: MAX_FILE_BYTES, fieldBytes: 512 * 1024, fields: 100 } as const;

type FormLimits = { fieldBytes: number; fields: number };

export type Upload = { name: string; bytes: Buffer; tooLarge: boolean };

/** A form or JSON body, parsed into plain values. */
export type Submission = {
  /** JSON distinguishes null from absent and keeps numbers; forms only have text. */
  format: "form" | "json";
  values: Record<string, unknown>;
  files: Record<string, Upload>;
  /** Names of files that were sent but not asked for. */
  otherFiles?: string[];
  /** JSON numbers that lost digits in `values`, as sent, by key. */
  longNumbers?: ReadonlyMap<string, string>;
  /** The picture stored with an earlier, refused submission; see pending-pictures.server.ts. */
  kept?: KeptPicture;
};

/**
 * A picture that was chosen earlier or in the library. `picture` is set after it was read.
 * @property waits whether it is stored with the form
 * @property behind the stored picture, if a library picture was chosen instead
 * @property away the store was unavailable, so the picture may still exist
 */
export type KeptPicture = {
  id: string;
  waits: boolean;
  picture?: PreparedPicture;
  behind?: string;
  away?: boolean;
};

/**
 * Reads a body: form, multipart or JSON.
 * @param fileFields the file fields to keep; others are discarded without using memory
 * @param limits larger limits for some multipart forms: bytes per field (the rest is cut off) and number of
 * fields
 * @throws 400 for a malformed body, 415 for another content type
 */
export async function readSubmission(
  request: Request,
  fileFields: readonly string[] = [],
  limits: FormLimits = UPLOAD_LIMITS,
): Promise<Submission> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return { format: "json", ...(await readJson(request)), files: {} };
  if (type === "multipart/form-data") return readMultipart(request, fileFields, limits);
  if (type === "application/x-www-form-urlencoded") {
    const values: Record<string, unknown> = {};
    for (const [name, value] of new URLSearchParams(await request.text())) addValue(values, name, value);
    return { format: "form", values, files: {} };
  }
  throw problem(415, "Send JSON, a form or multipart form data.");
}

/** The values of a body that may be malformed, of another type or missing: email programs send all kinds. */
export const valuesOfAnyBody = (request: Request): Promise<Record<string, unknown>> =>
  readSubmission(request).then(
    ({ values }) => values,
    () => ({}),
  );

async function readJson(request: Request): Promise<Pick<Submission, "values" | "longNumbers">> {
  const malformed = () => problem(400, "The body is not a JSON object.");
  let parsed: unknown;
  let text: string;
  try {
    text = await request.text();
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof Response) throw error;
    throw malformed();
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw malformed();
  return { values: parsed as Record<string, unknown>, longNumbers: longNumbers(text) };
}

/**
 * A repeated name becomes a list (check boxes, list editors). Line ends are normalised, because forms send
 * two characters for each and would exceed the length limit.
 */
function addValue(values: Record<string, unknown>, name: string, sent: string): void {
  const value = sent.replaceAll("\r\n", "\n");
  if (!Object.hasOwn(values, name)) {
    Object.defineProperty(values, name, { value, enumerable: true, writable: true, configurable: true });
    return;
  }
  const before = values[name];
  values[name] = Array.isArray(before) ? [...before, value] : [before, value];
}

function readMultipart(
  request: Request,
  fileFields: readonly string[],
  { fieldBytes, fields }: FormLimits,
): Promise<Submission> {
  const otherFiles: string[] = [];
  const submission: Submission = { format: "form", values: {}, files: {}, otherFiles };
  const malformed = () => problem(400, "The form could not be read. Please send it again.");
  const { body } = request;
  if (!body) throw malformed();
  return new Promise((resolve, reject) => {
    let busboy: Busboy;
    try {
      busboy = new Busboy({
        headers: { "content-type": request.headers.get("Content-Type") ?? "" },
        limits: {
          fileSize: UPLOAD_LIMITS.fileBytes,
          fieldSize: fieldBytes,
          fields,
          files: 4,
        },
      });
    } catch {
      reject(malformed());
      return;
    }
    busboy.on("field", (name, value) => addValue(submission.values, name, value));
    busboy.on("file", (name, stream, filename) => {
      // The form reports a truncated file too; without this listener the process would crash.
      stream.on("error", () => {});
      if (!fileFields.includes(name)) otherFiles.push(name);
      if (!fileFields.includes(name) || !filename) {
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        submission.files[name] = { name: filename, bytes: Buffer.concat(chunks), tooLarge: stream.truncated };
      });
    });
    busboy.on("error", () => reject(malformed()));
    busboy.on("finish", () => resolve(submission));
    const source = Readable.fromWeb(body as NodeReadableStream<Uint8Array>);
    source.on("error", (error) => {
      busboy.destroy();
      reject(error);
    });
    source.pipe(busboy);
  });
}

/** A value as the text of a form field. */
export const toFormValue = (value: unknown): string => {
  if (value === undefined || value === null || value === false) return "";
  if (value === true) return "on";
  if (Array.isArray(value)) return value.join("\n");
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value).replaceAll("\r\n", "\n");
};
