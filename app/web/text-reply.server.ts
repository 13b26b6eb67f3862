import { createHash } from "node:crypto";
import { etagMatches } from "./etag";

/** A text that is the same for everyone, with an ETag; 304 if the client already has it. */
export const textReply = (request: Request, text: string, type: string, maxAgeSeconds: number): Response =>
  conditionalReply(request, text, type, { "Cache-Control": `public, max-age=${maxAgeSeconds}` });

/** A text with an ETag made of it, so that 304 means that the client has just this text. */
export function conditionalReply(
  request: Request,
  text: string,
  type: string,
  own: Record<string, string>,
): Response {
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = { ...own, ETag: etag };
  if (etagMatches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": `${type}; charset=utf-8` } });
}
