import type { Tier } from "db/entities/member";
import { askedLock, lockedPageOf } from "~/access/locked-page.rules";
import { ownReferrer } from "~/web/own-referrer.server";

/**
 * The page whose lock led to the plans: the one that their address names, as it does behind a code or a sign-in; else the one that the
 * reader comes straight from. Private members see no lock anywhere.
 * @param tier what the reader holds; a visitor nothing
 */
export function lockLeadingTo(request: Request, tier: Tier = "Basic"): string | undefined {
  const before = tier === "Private" ? undefined : ownReferrer(request);
  return askedLock(request) ?? lockedPageOf(before?.pathname);
}
