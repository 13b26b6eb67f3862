import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import missingPicture from "~/platform/pictures/missing-picture.svg?raw";
import { storage } from "~/platform/storage.server";
import { isUuid } from "~/web/uuid";

/**
 * In place of a picture whose file is gone. Browsers draw the body of a 404, so that no page shows their broken
 * glyph or an alternative text as long as an address; programs see the status. Never kept: the file may come back.
 */
const notFoundPicture = () =>
  new Response(missingPicture, {
    status: 404,
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" },
  });

/** A stored picture. Its address changes with its content, so browsers may keep it for good. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { id, file = "" } = params;
  const found =
    isUuid(id) && /^\d{1,5}\.webp$/.test(file) ? await storage().read(`${id}/${file}`) : undefined;
  if (!found) return notFoundPicture();
  return new Response(createReadableStreamFromReadable(found.stream), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(found.size),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
