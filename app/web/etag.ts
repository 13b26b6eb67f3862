/**
 * Whether the caller has it already: `If-None-Match` names this ETag, maybe among others, maybe made weak by a proxy
 * on its way (RFC 9110, section 13.1.2).
 */
export function etagMatches(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const cachedTags = (ifNoneMatch ?? "").split(",").map(opaque);
  return cachedTags.includes(opaque(etag)) || cachedTags.includes("*");
}
