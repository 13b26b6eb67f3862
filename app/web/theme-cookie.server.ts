import { cookieHeader, readCookie } from "./cookies.server";
import { isTheme, type Theme } from "./theme";

const NAME = "openbell_theme";
const YEAR_SECONDS = 31_536_000;

/** The theme of a `Cookie` header; by default the system's. */
export function themeFromCookies(cookies: string | null | undefined): Theme {
  const word = readCookie(cookies, NAME);
  return isTheme(word) ? word : "system";
}

/** The `Set-Cookie` header that stores a theme for a year; the system's theme deletes the cookie. */
export const themeCookie = (theme: Theme): string =>
  cookieHeader(NAME, theme, theme === "system" ? 0 : YEAR_SECONDS);
