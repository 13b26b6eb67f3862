import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { storage } from "~/http/storage.server";
import { isId } from "~/resource/find.server";

/** A stored picture. Its address changes with its content, so browsers may keep it for good. */
export async function loader({ params }: LoaderFunctionArgs) {
  const { id, file = "" } = params;
  const found = isId(id) && /^\d{1,5}\.webp$/.test(file) ? await storage().read(`${id}/${file}`) : undefined;
  if (!found) throw new Response("There is no such picture.\n", { status: 404 });
  return new Response(createReadableStreamFromReadable(found.stream), {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(found.size),
      "Cache-Control": "public, max-age=31536000, immutable",
    },
  });
}
