import type { LoaderFunctionArgs } from "@remix-run/node";
import { callExhibit, companyExhibit, recordExhibit } from "~/features/share-pictures/share-exhibits.server";
import {
  exhibitPicture,
  recordPicture,
  sectionPicture,
} from "~/features/share-pictures/share-pictures.server";
import { config } from "~/platform/config.server";
import { readWithTables } from "~/platform/page-cache/content-changes.server";
import { SETTINGS_TABLE } from "~/platform/site-settings/watch-settings.server";
import { fileReply } from "~/web/replies.server";
import { publicFileHeaders } from "~/web/shared-cache";
import { isUuid } from "~/web/uuid";

const ONE_DAY = 86_400;

/**
 * `/og/site.png`, `/og/news/{id}.png`: the picture of a shared link. It is the same for every reader.
 * Caches in front of the site purge it by the tables that it was drawn from.
 */
export async function loader({ params }: LoaderFunctionArgs) {
  const [, section = "", , name] = /^([a-z-]{1,20})(\/([^/]{1,40}))?\.png$/.exec(params["*"] ?? "") ?? [];
  const { found: bytes, tables } = await readWithTables(async () => pictureOf(section, name));
  if (!bytes) throw new Response("Picture not found.\n", { status: 404, headers: NOT_KEPT });
  return fileReply(bytes, "image/png", {
    "Content-Length": String(bytes.length),
    ...publicFileHeaders(config().cdnSeconds, [...tables, SETTINGS_TABLE], ONE_DAY),
  });
}

const NOT_KEPT = { "Cache-Control": "no-store" };

/** @param name a record's id or a company's symbol; undefined for a section */
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
