import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "~/platform/config.server";
import type { Position } from "./resource.server";

const SIGNATURE_BYTES = 16;

/** Cursors contain a time or a figure, and an id. */
export const LONGEST_CURSOR = 300;

/** A position as an opaque text that is only valid for its list.
 * @param list such as 'news createdAt desc'
 */
export function writeCursor(list: string, { value, id }: Position): string {
  const payload = JSON.stringify([value, id]);
  return Buffer.concat([sign(list, payload), Buffer.from(payload)]).toString("base64url");
}

/** @returns undefined for what `writeCursor` never wrote for this list. */
export function readCursor(list: string, cursor: string): Position | undefined {
  const bytes = Buffer.from(cursor.slice(0, LONGEST_CURSOR), "base64url");
  // The decoder accepts any text, and several spellings of the same bytes.
  if (bytes.toString("base64url") !== cursor) return undefined;
  const signature = bytes.subarray(0, SIGNATURE_BYTES);
  const payload = bytes.subarray(SIGNATURE_BYTES).toString();
  const expected = sign(list, payload);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined;
  const [value, id]: [string | null, string] = JSON.parse(payload);
  return { value, id };
}

/** Signed, so that no other value is ever compared with the column. */
const sign = (list: string, payload: string) =>
  createHmac("sha256", config().sessionSecret)
    .update(`cursor ${list} ${payload}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
