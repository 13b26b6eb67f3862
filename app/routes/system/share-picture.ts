import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordPicture, sectionPicture } from "~/features/share-pictures/share-pictures.server";
import { isUuid } from "~/web/uuid";

/** `/og/site.png`, `/og/news/{id}.png`: what a shared link shows. The same for every reader. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, section = "", , id] = /^([a-z-]{1,20})(\/([0-9a-f-]{36}))?\.png$/.exec(params["*"] ?? "") ?? [];
  const picture =
    id === undefined ? sectionPicture(section) : isUuid(id) ? recordPicture(section, id) : undefined;
  const bytes = await picture;
  if (!bytes) throw new Response("There is no such picture.\n", { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(bytes.length),
      "Cache-Control": "public, max-age=86400",
    },
  });
}
