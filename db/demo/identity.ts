import { createHash } from "node:crypto";

function digest(kind: string, key: string): string {
  return createHash("sha256").update(`openbell demo\n${kind}\n${key}`).digest("hex");
}

/** The same UUID for the same record in every demo (RFC 9562, version 8), so links survive a new seed. */
export function idOf(kind: string, key: string): string {
  const hex = digest(kind, key);
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

/** A number from 0 up to 1, the same for the same record in every demo. */
export function fractionOf(kind: string, key: string): number {
  return Number.parseInt(digest(kind, key).slice(0, 8), 16) / 2 ** 32;
}

// Without characters that sound alike when read aloud.
const CODE_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A code of `length` letters and digits, the same for the same record in every demo. */
export function codeOf(kind: string, key: string, length: number): string {
  const hex = digest(kind, key);
  return Array.from({ length }, (_, i) =>
    CODE_SIGNS.charAt(Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16) % 32),
  ).join("");
}
