import type { LoaderFunctionArgs } from "@remix-run/node";
import { callExhibit, companyExhibit, recordExhibit } from "~/features/share-pictures/share-exhibits.server";
import {
  exhibitPicture,
  recordPicture,
  sectionPicture,
} from "~/features/share-pictures/share-pictures.server";
import { isUuid } from "~/web/uuid";

/** `/og/site.png`, `/og/news/{id}.png`: what a shared link shows. The same for every reader. */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, section = "", , name] = /^([a-z-]{1,20})(\/([^/]{1,40}))?\.png$/.exec(params["*"] ?? "") ?? [];
  const bytes = await pictureOf(section, name);
  if (!bytes) throw new Response("There is no such picture.\n", { status: 404 });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "image/png",
      "Content-Length": String(bytes.length),
      "Cache-Control": "public, max-age=86400",
    },
  });
}

/** @param name of a record its id, of a company its symbol; undefined for a section */
function pictureOf(section: string, name: string | undefined): Promise<Buffer | undefined> | undefined {
  if (section === "stock")
    return name === undefined ? undefined : exhibitPicture(companyExhibit(name, new Date()));
  if (section === "track-record") {
    if (name === undefined) return exhibitPicture(recordExhibit());
    return isUuid(name) ? exhibitPicture(callExhibit(name)) : undefined;
  }
  if (name === undefined) return sectionPicture(section);
  return isUuid(name) ? recordPicture(section, name) : undefined;
}
