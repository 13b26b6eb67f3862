import { cookieHeader, readCookie } from "~/web/cookies.server";
import type { Banner } from "./banners.queries.server";

const NAME = "openbell_banners";
const YEAR_SECONDS = 31_536_000;

type Dated = Pick<Banner, "createdAt">;

const newestBanner = (banners: readonly Dated[]) =>
  banners.length === 0 ? undefined : Math.max(...banners.map(({ createdAt }) => createdAt.getTime()));

/** Whether a reader has dismissed all these banners: none is newer than the newest dismissed one. */
export function areDismissed(cookies: string | null | undefined, banners: readonly Dated[]): boolean {
  const newest = newestBanner(banners);
  const seen = readCookie(cookies, NAME);
  return newest !== undefined && seen !== undefined && /^\d{1,15}$/.test(seen) && Number(seen) >= newest;
}

/** The `Set-Cookie` header that stores the dismissal for a year; undefined without banners. */
export function dismissalCookie(banners: readonly Dated[]): string | undefined {
  const newest = newestBanner(banners);
  return newest === undefined ? undefined : cookieHeader(NAME, String(newest), YEAR_SECONDS);
}
