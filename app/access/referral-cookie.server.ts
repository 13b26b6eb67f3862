import { cookieHeader, readCookie } from "~/web/cookies.server";
import { REFERRAL_CODE, REFERRAL_COOKIE_DAYS } from "./referrals.rules";

const NAME = "openbell_ref";

/** The code of the latest referral link followed in this browser, if any. */
export function readReferralCode(cookies: string | null | undefined): string | undefined {
  const code = readCookie(cookies, NAME);
  return code && REFERRAL_CODE.test(code) ? code : undefined;
}

/** Remembers a code for thirty days; the latest link counts. */
export const referralCookie = (code: string): string =>
  cookieHeader(NAME, code, REFERRAL_COOKIE_DAYS * 86_400);

/** Deletes the code after it was used. */
export const clearReferralCookie = (): string => cookieHeader(NAME, "", 0);

/** The address of a page without `ref`, and the code it carried; undefined when it carried none. */
export function stripReferral(url: string): { url: string; code: string } | undefined {
  const start = url.indexOf("?");
  if (start === -1 || !/[?&]ref=/.test(url)) return undefined;
  const search = new URLSearchParams(url.slice(start));
  const code = search.get("ref") ?? "";
  if (!REFERRAL_CODE.test(code)) return undefined;
  search.delete("ref");
  const rest = search.toString();
  return { url: url.slice(0, start) + (rest ? `?${rest}` : ""), code };
}
