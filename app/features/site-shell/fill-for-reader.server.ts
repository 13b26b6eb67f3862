import { readerTexts } from "~/auth/placeholder-viewer.server";
import type { Viewer } from "~/auth/viewer.server";
import { marksFor } from "~/features/watchlist/marks.queries.server";
import { fillSlots, marksIn, splitTemplate, withFrame } from "~/platform/page-cache/slots.server";
import type { RequestContext } from "~/web/request-args.server";
import { latestFrame } from "./frame-parts.server";

/** A rendered page that is sent to one reader only, with its frame and the reader's own parts. */
export async function fillForReader(html: string, viewer: Viewer, context: RequestContext): Promise<Buffer> {
  const template = splitTemplate(html);
  const [frame, marks] = await Promise.all([latestFrame({ context }), marksFor(viewer, marksIn(template))]);
  return fillSlots(withFrame(template, frame), readerTexts(viewer, context, marks));
}
