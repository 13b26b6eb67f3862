import { useLocation } from "@remix-run/react";
import { parsePaywallPage, paywallCountPath } from "./paywall-page.rules";

const PLANS = "/subscription";

/** The current page, if its paywall is counted. A preview has another path and is not counted. */
const usePaywallPage = () => parsePaywallPage(useLocation().pathname);

/**
 * The attributes of a link from a paywall to the plans. A ping reports the click; the plans page reads the
 * referrer to learn which page it came from.
 * @param marks whether the link also reports that the paywall was seen; only the first one on a page does
 */
export function usePlansLink({ marks = true } = {}) {
  const page = usePaywallPage();
  if (page === undefined) return { href: PLANS };
  const counted = { href: PLANS, ping: paywallCountPath("followed", page) };
  return marks ? { ...counted, "data-views": paywallCountPath("shown", page) } : counted;
}

/** Reports the paywall as seen when scripts are off. */
export function PaywallPixel() {
  const page = usePaywallPage();
  if (page === undefined) return null;
  return (
    <noscript>
      <img src={paywallCountPath("shown.gif", page)} width={1} height={1} alt="" hidden />
    </noscript>
  );
}
