import { parseCookie, stringifySetCookie } from "cookie";
import { config } from "~/platform/config.server";

/** A `Cookie` header in Node (`undefined`) or in a `Request` (`null`). */
type CookieHeader = string | null | undefined;

/** The parsed cookies of the latest request; each request reads several. */
let last: { header: string; cookies: Readonly<Record<string, string | undefined>> } | undefined;

/** The value of a cookie; the first one if a name occurs twice. Untrusted. */
export function readCookie(header: CookieHeader, name: string): string | undefined {
  if (!header) return undefined;
  if (last?.header !== header) last = { header, cookies: parseCookie(header) };
  return last.cookies[name];
}

/**
 * The `Set-Cookie` header of a cookie that scripts cannot read.
 * @param maxAge in seconds; 0 deletes the cookie
 * @param path where the browser sends it; a cookie on all pages keeps caches in front of the site from
 * answering
 */
export const cookieHeader = (name: string, value: string, maxAge: number, path = "/"): string =>
  stringifySetCookie(name, value, {
    path,
    maxAge,
    httpOnly: true,
    sameSite: "lax",
    secure: config().publicUrl.startsWith("https:"),
  });
