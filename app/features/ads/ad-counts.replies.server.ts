import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { noContent, notFound } from "~/web/replies.server";
import { pixelReply as pixel, SeenInBrowser } from "~/web/seen-in-browser.server";
import { isUuid } from "~/web/uuid";
import type { Tally } from "./ad-counts.rules";
import { adTally } from "./tally-flush.server";

const seen = new SeenInBrowser();

const adNotFound = () => notFound("Ad not found.");

/**
 * `POST /ads/{id}/views` and `/clicks`: what the browser tells of an ad. An ad that does not exist, or is not published, is
 * answered like any other; it counts nothing when the counts are written.
 */
export const countReply = (args: LoaderFunctionArgs, what: keyof Tally): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const { id } = args.params;
    if (!isUuid(id)) throw adNotFound();
    seen.told(args, () => adTally().count(id, what));
    return noContent();
  });

/** `GET /ads/{id}/views.gif`: the view of a browser without script, which fetches it as a picture of our page. */
export function pixelReply(args: LoaderFunctionArgs): Response {
  const { id } = args.params;
  if (!isUuid(id)) throw adNotFound();
  seen.fetched(args, () => adTally().count(id, "views"));
  return pixel();
}
