import { unknownNames } from "~/web/accepted-names.server";
import { AppError, invalidFields } from "~/web/app-error.server";
import { longNumbersOfEach } from "~/web/long-numbers";
import { problem } from "~/web/replies.server";
import type { Submission } from "~/web/submission.server";
import { MAX_BULK_ROWS } from "./bulk-limits";

/** A row as it was sent. @property values undefined if it is no object */
export type SentRow = Pick<Submission, "longNumbers"> & {
  /** Its place in the request, from 0. */
  index: number;
  values?: Readonly<Record<string, unknown>>;
};

const MALFORMED = "The body is not a JSON array of rows.";

/**
 * Reads a JSON array of rows, or an object with the array as `rows`.
 * @throws 400 for another body, 415 for another content type, AppError 422 for too many rows or other fields
 */
export async function readRows(request: Request): Promise<SentRow[]> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw problem(415, "Send JSON.");
  const text = await request.text();
  const rows = listIn(text);
  if (rows.length > MAX_BULK_ROWS)
    throw new AppError(
      422,
      `Nothing was saved: at most ${MAX_BULK_ROWS.toLocaleString("en")} rows can be sent at once`,
    );
  const longNumbers = longNumbersOfEach(text);
  return rows.map((values, index) =>
    isObject(values) ? { index, values, longNumbers: longNumbers(values) } : { index },
  );
}

function listIn(text: string): unknown[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw problem(400, MALFORMED);
  }
  if (isObject(parsed) && Object.hasOwn(parsed, "rows")) {
    const unknown = unknownNames(Object.keys(parsed), ["rows"]);
    if (Object.keys(unknown).length > 0) throw invalidFields(unknown);
  }
  const rows = isObject(parsed) ? parsed.rows : parsed;
  if (!Array.isArray(rows)) throw problem(400, MALFORMED);
  return rows;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
