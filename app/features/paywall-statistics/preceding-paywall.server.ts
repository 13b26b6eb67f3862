import type { Tier } from "db/entities/member";
import { parsePaywallPage, requestedPaywall } from "~/access/paywall-page.rules";
import { ownReferrer } from "~/web/own-referrer.server";

/**
 * The page whose paywall led to the plans: the page in the address (kept through a coupon code and a sign-in), else the page that
 * the reader came from. Private members see no paywall.
 * @param tier the reader's tier; a visitor has none
 */
export function precedingPaywall(request: Request, tier: Tier = "Basic"): string | undefined {
  const before = tier === "Private" ? undefined : ownReferrer(request);
  return requestedPaywall(request) ?? parsePaywallPage(before?.pathname);
}
