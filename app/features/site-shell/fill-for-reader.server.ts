import { readerTexts } from "~/auth/placeholder-viewer.server";
import type { Viewer } from "~/auth/viewer.server";
import { fillSlots, ownNeeds, splitTemplate, withFrame } from "~/platform/page-cache/slots.server";
import type { RequestContext } from "~/web/request-args.server";
import { latestFrame } from "./frame-parts.server";
import { ownParts } from "./own-parts.server";

/** A rendered page that is sent to one reader only, with its frame and the reader's own parts. */
export async function fillForReader(html: string, viewer: Viewer, context: RequestContext): Promise<Buffer> {
  const template = splitTemplate(html);
  const own = await ownParts({ context }, viewer, ownNeeds(template));
  // Not before: it may change while the own parts are read.
  const frame = await latestFrame({ context });
  return fillSlots(withFrame(template, frame), readerTexts(viewer, context, own));
}
