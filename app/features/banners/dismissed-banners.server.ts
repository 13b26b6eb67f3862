import { cookieHeader, readCookie } from "~/web/cookies.server";
import type { Banner } from "./banners.queries.server";

const NAME = "openbell_banners";
const YEAR_SECONDS = 31_536_000;

type Dated = Pick<Banner, "createdAt">;

const newestOf = (banners: readonly Dated[]) =>
  banners.length === 0 ? undefined : Math.max(...banners.map(({ createdAt }) => createdAt.getTime()));

/** Whether a reader has put away all of these banners: none is newer than the newest of that time. */
export function areDismissed(cookies: string | null | undefined, banners: readonly Dated[]): boolean {
  const newest = newestOf(banners);
  const seen = readCookie(cookies, NAME);
  return newest !== undefined && seen !== undefined && /^\d{1,15}$/.test(seen) && Number(seen) >= newest;
}

/** The `Set-Cookie` header that remembers for a year that these were put away; undefined of none. */
export function dismissalCookie(banners: readonly Dated[]): string | undefined {
  const newest = newestOf(banners);
  return newest === undefined ? undefined : cookieHeader(NAME, String(newest), YEAR_SECONDS);
}
