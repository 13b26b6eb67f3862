import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import missingPicture from "~/platform/pictures/missing-picture.svg?raw";
import { StorageUnavailableError, type StoredFile, storage } from "~/platform/storage.server";
import { RETRY_AFTER_SECONDS, retryAfterHeader } from "~/web/report-failure.server";
import { isUuid } from "~/web/uuid";

/**
 * In place of a picture whose file is gone. Browsers draw the body of a 404, so that no page shows their broken
 * glyph or an alternative text as long as an address; programs see the status. Never kept: the file may come back.
 */
const placeholder = (status: 404 | 503, headers: Record<string, string> = {}) =>
  new Response(missingPicture, {
    status,
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store", ...headers },
  });

/** A stored picture. Its address changes with its content, so browsers may keep it for good. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { id, file = "" } = params;
  if (!isUuid(id) || !/^\d{1,5}\.webp$/.test(file)) return placeholder(404);
  const found = await storage().read(`${id}/${file}`).catch(away);
  if (found === "away") return placeholder(503, retryAfterHeader(RETRY_AFTER_SECONDS));
  return found ? pictureReply(found) : placeholder(404);
}

/** Told by the storage itself, once: each page has many pictures. */
function away(error: unknown): "away" {
  if (!(error instanceof StorageUnavailableError)) throw error;
  return "away";
}

const pictureReply = ({ stream, size }: StoredFile) =>
  new Response(createReadableStreamFromReadable(stream), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(size),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
