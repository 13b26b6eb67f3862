/**
 * Whether `If-None-Match` contains this ETag, also in a list or weakened by a proxy (RFC 9110, section
 * 13.1.2).
 */
export function etagMatches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const cachedTags = (ifNoneMatch ?? "").split(",").map(opaque);
  return cachedTags.includes(opaque(etag)) || cachedTags.includes("*");
}
