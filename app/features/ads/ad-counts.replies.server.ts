import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { noContent, notFound } from "~/web/replies.server";
import { pixelReply, SeenInBrowser } from "~/web/seen-in-browser.server";
import { isUuid } from "~/web/uuid";
import type { AdCounts } from "./ad-counts.rules";
import { adCounter } from "./flush-ad-counts.server";

const seen = new SeenInBrowser();

const adNotFound = () => notFound("Ad not found.");

/**
 * `POST /ads/{id}/views` and `/clicks`: the browser reports a view or a click. An unknown or unpublished ad
 * gets the same reply; its counts are dropped when they are written.
 */
export const countReply = (args: LoaderFunctionArgs, what: keyof AdCounts): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    const { id } = args.params;
    if (!isUuid(id)) throw adNotFound();
    seen.told(args, () => adCounter().count(id, what));
    return noContent();
  });

/** `GET /ads/{id}/views.gif`: counts the view of a browser without script, which loads it as a picture. */
export function adPixelReply(args: LoaderFunctionArgs): Response {
  const { id } = args.params;
  if (!isUuid(id)) throw adNotFound();
  seen.fetched(args, () => adCounter().count(id, "views"));
  return pixelReply();
}
