import { CountThrottle } from "./count-throttle.server";
import { ownReferrer } from "./own-referrer.server";
import { networkPrefix } from "./rate-limits.server";
import { fileReply } from "./replies.server";
import type { RequestArgs } from "./request-args.server";

/** What programs call themselves that read pages for nobody; `cubot` is a telephone. */
const BOT_PATTERN =
  /(?<!cu)bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|fetch|archiv|validator/i;

/** Whether a person's browser is asking, by the name it gives itself. Every browser's begins with Mozilla. */
export function isBrowser(userAgent: string): boolean {
  return userAgent.startsWith("Mozilla/") && !BOT_PATTERN.test(userAgent);
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The answer to a browser that tells something by fetching a picture. */
export const pixelReply = () => fileReply(PIXEL, "image/gif", { "Cache-Control": "no-store" });

/**
 * Counts what browsers tell that they show. No cookie is read or set. A program is not counted, nor is a network that has told
 * enough within a minute; whoever is not counted is not told.
 */
export class SeenInBrowser {
  private readonly limit = new CountThrottle();

  /** What a script tells. @param count counts it once */
  told({ request, context }: RequestArgs, count: () => void): void {
    if (!isBrowser(request.headers.get("User-Agent") ?? "")) return;
    if (this.limit.allows(networkPrefix(context.ip), performance.now())) count();
  }

  /** What a browser without script tells by fetching a picture of our page. */
  fetched(args: RequestArgs, count: () => void): void {
    if (args.request.method === "GET" && isOwnPictureRequest(args.request)) this.told(args, count);
  }
}

/** Fetched as a picture by a page of ours: other sites' pages and scanners of links could count whatever they like. */
function isOwnPictureRequest(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" && request.headers.get("Sec-Fetch-Dest") === "image";
  // Browsers say it over https only, older ones not at all.
  return ownReferrer(request) !== undefined;
}
