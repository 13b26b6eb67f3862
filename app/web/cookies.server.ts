import { parseCookie, stringifySetCookie } from "cookie";
import { config } from "~/platform/config.server";

/** A `Cookie` header as Node (`undefined`) or a `Request` (`null`) has it. */
type CookieHeader = string | null | undefined;

/** The cookies of the request that was asked about last: each is asked about several times. */
let last: { header: string; cookies: Readonly<Record<string, string | undefined>> } | undefined;

/** What a request's cookies say under a name; of two of that name the one in front. The sender can have written anything. */
export function readCookie(header: CookieHeader, name: string): string | undefined {
  if (!header) return undefined;
  if (last?.header !== header) last = { header, cookies: parseCookie(header) };
  return last.cookies[name];
}

/**
 * The `Set-Cookie` header of a cookie that pages and forms send back and no script reads.
 * @param maxAge in seconds; 0 forgets it
 * @param path where it is sent to; what is sent to all pages keeps caches in front of the site from answering
 */
export const cookieHeader = (name: string, value: string, maxAge: number, path = "/"): string =>
  stringifySetCookie(name, value, {
    path,
    maxAge,
    httpOnly: true,
    sameSite: "lax",
    secure: config().publicUrl.startsWith("https:"),
  });
