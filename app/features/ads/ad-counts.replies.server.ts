import type { LoaderFunctionArgs } from "@remix-run/node";
import { apiAction } from "~/web/api-replies.server";
import { networkPrefix } from "~/web/rate-limits.server";
import { notFound } from "~/web/replies.server";
import { returnOrigin } from "~/web/return-origin.server";
import { isUuid } from "~/web/uuid";
import { isBrowser, type Tally } from "./ad-counts.rules";
import { CountThrottle } from "./count-throttle.server";
import { adTally } from "./tally-flush.server";

const limit = new CountThrottle();

/** Counts one ad once, unless a program asks or its network has counted enough. Whoever is not counted is not told. */
function countAd({ request, params, context }: LoaderFunctionArgs, what: keyof Tally): void {
  if (!isUuid(params.id) || !isBrowser(request.headers.get("User-Agent") ?? "")) return;
  if (limit.allows(networkPrefix(context.ip), performance.now())) adTally().count(params.id, what);
}

const adNotFound = () => notFound("Ad not found.");

/**
 * `POST /ads/{id}/views` and `/clicks`: what the browser tells of an ad. No cookie is read or set. An ad that does
 * not exist, or is not published, is answered like any other; it counts nothing when the counts are written.
 */
export const countReply = (args: LoaderFunctionArgs, what: keyof Tally): Promise<Response> =>
  apiAction(args, ["POST"], async () => {
    if (!isUuid(args.params.id)) throw adNotFound();
    countAd(args, what);
    return new Response(null, { status: 204 });
  });

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** `GET /ads/{id}/views.gif`: the view of a browser without script, which fetches it as a picture of our page. */
export function pixelReply(args: LoaderFunctionArgs): Response {
  if (!isUuid(args.params.id)) throw adNotFound();
  if (args.request.method === "GET" && isOwnPictureRequest(args.request)) countAd(args, "views");
  const headers = { "Content-Type": "image/gif", "Cache-Control": "no-store" };
  return new Response(new Uint8Array(PIXEL), { headers });
}

/** Fetched as a picture by a page of ours: other sites' pages and scanners of links could count whatever they like. */
function isOwnPictureRequest(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" && request.headers.get("Sec-Fetch-Dest") === "image";
  // Browsers say it over https only, older ones not at all.
  const referrer = request.headers.get("Referer") ?? "";
  return URL.canParse(referrer) && new URL(referrer).origin === returnOrigin(request);
}
