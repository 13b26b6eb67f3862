import type { Viewer } from "~/auth/viewer.server";
import type { Encoding } from "~/platform/accepted-encoding";
import type { CachedPage } from "~/platform/page-cache/cached-page.server";

/** The page's cache lifetime in browsers, after the common headers. */
export function ownLines(page: CachedPage, viewer: Viewer, lines: string[]): string[] {
  const byDefault = viewer.kind === "visitor" ? "private, no-cache" : "private, no-store";
  lines.push("Cache-Control", page.cacheControl ?? byDefault);
  return lines;
}

/** Headers about the page itself: names and values, alternating. */
export const pageLines = (page: CachedPage, etag: string | undefined, vary: string): string[] => [
  "Vary",
  vary,
  ...page.lines,
  ...(etag ? ["ETag", etag] : []),
];

/** Headers about the body. @param length in bytes */
export const bodyLines = (encoding: Encoding | undefined, length: string): string[] => [
  ...(encoding ? ["Content-Encoding", encoding] : []),
  "Content-Length",
  length,
];
