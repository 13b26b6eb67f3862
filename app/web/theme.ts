/** How a reader wants the pages: as the system says, or always one way. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value);

const COOKIE_NAME = "openbell_theme";
const YEAR_SECONDS = 31_536_000;

/** What a `Cookie` header says; anything unknown is the system's. */
export function themeFromCookies(cookies: string | null | undefined): Theme {
  const word = new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=([a-z]{4,6})(?:;|$)`).exec(cookies ?? "")?.[1];
  return isTheme(word) ? word : "system";
}

/** The `Set-Cookie` header that remembers a choice for a year; the system's needs no remembering. */
export function themeCookie(theme: Theme, secure: boolean): string {
  const age = theme === "system" ? 0 : YEAR_SECONDS;
  return `${COOKIE_NAME}=${theme}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}
