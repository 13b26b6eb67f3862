import { CountThrottle } from "./count-throttle.server";
import { ownReferrer } from "./own-referrer.server";
import { networkPrefix } from "./rate-limits.server";
import { fileReply } from "./replies.server";
import type { RequestArgs } from "./request-args.server";

/** Names of programs that read pages automatically; `cubot` is a phone. */
const BOT_PATTERN =
  /(?<!cu)bot|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|fetch|archiv|validator/i;

/** Whether the user agent looks like a person's browser; all of those begin with Mozilla. */
export function isBrowser(userAgent: string): boolean {
  return userAgent.startsWith("Mozilla/") && !BOT_PATTERN.test(userAgent);
}

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** The response to a browser that reports something by loading a picture. */
export const pixelReply = () => fileReply(PIXEL, "image/gif", { "Cache-Control": "no-store" });

/**
 * Counts what browsers report as seen. It reads and sets no cookies. Bots and networks over the limit are
 * ignored silently.
 */
export class SeenInBrowser {
  private readonly limit = new CountThrottle();

  /** A report by script. @param count counts it once */
  told({ request, context }: RequestArgs, count: () => void): void {
    if (!isBrowser(request.headers.get("User-Agent") ?? "")) return;
    if (this.limit.allows(networkPrefix(context.ip), performance.now())) count();
  }

  /** A report without script: a picture of our page was loaded. */
  fetched(args: RequestArgs, count: () => void): void {
    if (args.request.method === "GET" && isOwnPictureRequest(args.request)) this.told(args, count);
  }
}

/** Loaded as a picture by our own page; otherwise other sites and link scanners could count at will. */
function isOwnPictureRequest(request: Request): boolean {
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null) return site === "same-origin" && request.headers.get("Sec-Fetch-Dest") === "image";
  // Sent over https only, and not by older browsers.
  return ownReferrer(request) !== undefined;
}
