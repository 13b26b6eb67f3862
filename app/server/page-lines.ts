import type { Viewer } from "~/auth/viewer.server";
import type { Encoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";

/** How long browsers may keep a page, after the lines that every answer has. */
export function ownLines(page: CachedPage, viewer: Viewer, lines: string[]): string[] {
  const byDefault = viewer.kind === "visitor" ? "private, no-cache" : "private, no-store";
  lines.push("Cache-Control", page.cacheControl ?? byDefault);
  return lines;
}

/** What every answer says of the page itself: names and values in turns. */
export const pageLines = (page: CachedPage, etag: string | undefined, vary: string): string[] => [
  "Vary",
  vary,
  ...page.lines,
  ...(etag ? ["ETag", etag] : []),
];

/** What it says of the bytes that follow. @param length in bytes */
export const bodyLines = (encoding: Encoding | undefined, length: string): string[] => [
  ...(encoding ? ["Content-Encoding", encoding] : []),
  "Content-Length",
  length,
];
