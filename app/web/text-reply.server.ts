import { createHash } from "node:crypto";
import { etagMatches } from "./etag";

/** A text that is the same for everyone, with an ETag; 304 if the client already has it. */
export function textReply(request: Request, text: string, type: string, maxAgeSeconds: number): Response {
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const headers = { ETag: etag, "Cache-Control": `public, max-age=${maxAgeSeconds}` };
  if (etagMatches(request.headers.get("If-None-Match"), etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": `${type}; charset=utf-8` } });
}
