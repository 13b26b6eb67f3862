/**
 * Whether the caller has it already: `If-None-Match` names this ETag, maybe among others, maybe made weak by a proxy
 * on its way (RFC 9110, section 13.1.2).
 */
export function holds(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  const held = (ifNoneMatch ?? "").split(",").map(opaque);
  return held.includes(opaque(etag)) || held.includes("*");
}
