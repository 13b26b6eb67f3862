import type { LoaderFunctionArgs } from "@remix-run/node";
import { openPicture } from "~/features/pictures/open-picture.server";
import missingPicture from "~/platform/pictures/missing-picture.svg?raw";
import { markAway, reportFailure, unavailableService } from "~/web/report-failure.server";
import { isUuid } from "~/web/uuid";

/**
 * Replaces a picture that is missing or hidden from this reader. Browsers draw the body of a 404 instead of a
 * broken icon; programs see the status. Never cached, because the picture may come back.
 */
const placeholder = (status: 404 | 500 | 503) =>
  new Response(missingPicture, {
    status,
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" },
  });

/** A stored picture, for readers who may see its record. */
export async function loader(args: LoaderFunctionArgs) {
  const { id, file = "" } = args.params;
  if (!isUuid(id) || !/^\d{1,5}\.webp$/.test(file)) return placeholder(404);
  return openPicture(args, { id, file }).then(
    (found) => found ?? placeholder(404),
    (error: unknown) => {
      // The store logs its outage once, because each page has many pictures.
      if (unavailableService(error)) {
        markAway(args.context);
        return placeholder(503);
      }
      reportFailure(args, error, "picture not read");
      return placeholder(500);
    },
  );
}
