import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import missingPicture from "~/platform/pictures/missing-picture.svg?raw";
import { isServed } from "~/platform/pictures/served-pictures.server";
import { type StoredFile, storage } from "~/platform/storage.server";
import { awayOf, RETRY_AFTER_SECONDS, retryAfterHeader } from "~/web/report-failure.server";
import { isUuid } from "~/web/uuid";

/**
 * In place of a picture whose file is gone, or that no record keeps outside the bin. Browsers draw the body of a 404, so that no page shows their broken
 * glyph or an alternative text as long as an address; programs see the status. Never kept: both may come back.
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
  const found = await readServed(id, file).catch(away);
  if (found === "away") return placeholder(503, retryAfterHeader(RETRY_AFTER_SECONDS));
  return found ? pictureReply(found) : placeholder(404);
}

const readServed = async (id: string, file: string): Promise<StoredFile | undefined> =>
  (await isServed(id)) ? storage().read(`${id}/${file}`) : undefined;

/** Told by what is away itself, once: each page has many pictures. */
function away(error: unknown): "away" {
  if (!awayOf(error)) throw error;
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
