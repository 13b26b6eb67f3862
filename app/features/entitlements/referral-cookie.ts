import { REFERRAL_CODE, REFERRAL_COOKIE_DAYS } from "./referrals.rules";

const NAME = "openbell_ref";

/** The code that this browser's latest friend's link brought, if any. */
export function readReferralCode(cookies: string | null | undefined): string | undefined {
  const pair = (cookies ?? "").split(/;\s*/).find((part) => part.startsWith(`${NAME}=`));
  const code = pair?.slice(NAME.length + 1);
  return code && REFERRAL_CODE.test(code) ? code : undefined;
}

/** Remembers a code for thirty days; the latest link counts. */
export function referralCookie(code: string, secure: boolean): string {
  const seconds = REFERRAL_COOKIE_DAYS * 86_400;
  return `${NAME}=${code}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Forgets it once it has been used. */
export const clearReferralCookie = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`;

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
