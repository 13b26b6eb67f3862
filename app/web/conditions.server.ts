import { AppError } from "./app-error.server";
import type { RequestArgs } from "./request-args.server";

/** What must hold for a write (RFC 9110, section 13.1). */
export type Conditions =
  /** One of these ETags is the record's. */
  | { etags: readonly string[] }
  /** It was not changed after this time, to the second. */
  | { unmodifiedSince: Date }
  /** It exists. */
  | { exists: true };

/** Strong and weak tags in quotes, with commas between them. */
const TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
const TAGS = new RegExp(`^\\s*${TAG.source}(?:\\s*,\\s*(?:${TAG.source})?)*\\s*$`);

/** The three forms of a date in a header; the last one has no zone and means GMT. */
const DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]+, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
] as const;

/**
 * The conditions of a write. `If-Match` wins over `If-Unmodified-Since`.
 * @throws AppError 400 for a malformed one: a write that was meant to be guarded must not run unguarded
 */
export function readConditions({ headers }: Request): Conditions | undefined {
  const match = headers.get("If-Match");
  if (match?.trim() === "*") return { exists: true };
  if (match !== null) {
    if (!TAGS.test(match)) throw new AppError(400, 'If-Match must be "*" or ETags in quotes.');
    return { etags: match.match(TAG) ?? [] };
  }
  const since = headers.get("If-Unmodified-Since")?.trim();
  if (since === undefined) return undefined;
  const date = new Date(DATES[2].test(since) ? `${since} GMT` : since);
  if (!DATES.some((form) => form.test(since)) || Number.isNaN(date.getTime()))
    throw new AppError(400, "If-Unmodified-Since must be a date such as Thu, 16 Jul 2026 13:05:12 GMT.");
  return { unmodifiedSince: date };
}

/** Whether a record fulfils the conditions. A weak tag never matches. */
export function fulfils(conditions: Conditions, record: { etag: string; updatedAt: Date }): boolean {
  if ("exists" in conditions) return true;
  if ("etags" in conditions) return conditions.etags.includes(record.etag);
  return Math.floor(record.updatedAt.getTime() / 1000) * 1000 <= conditions.unmodifiedSince.getTime();
}

/** Refuses conditions where the operation has no record to compare. @throws AppError 400 */
export function assertNoConditions({ request, context }: RequestArgs): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (context.describedOperation?.()?.conditional !== false) return;
  const sent = ["If-Match", "If-Unmodified-Since"].find((name) => request.headers.has(name));
  if (sent) throw new AppError(400, `This operation has no record to compare, so it takes no ${sent}.`);
}
