import { createHash } from "node:crypto";

/** A short stylesheet, at an address with the hash of its text. */
export type ServedStylesheet = { href: string; text: string };

export const BRAND_FOLDER = "/brand";

export const servedStylesheet = (text: string | undefined): ServedStylesheet | undefined =>
  text === undefined
    ? undefined
    : { href: `${BRAND_FOLDER}/${createHash("sha256").update(text).digest("hex").slice(0, 16)}.css`, text };
