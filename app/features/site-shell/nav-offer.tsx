import { LinkButton } from "~/ui/button";

/**
 * At the foot of a phone's drawer, for readers without a plan: a description of the site, and links to plans
 * and sign-up.
 */
export function NavOffer({ siteName, isVisitor }: { siteName: string; isVisitor: boolean }) {
  return (
    <div className="nav-offer">
      <p className="text-sm">{describeSite(siteName)}</p>
      <LinkButton to="/subscription" referrerPolicy="no-referrer" variant="accent">
        Subscribe to Premium
      </LinkButton>
      {isVisitor && <LinkButton to="/register">Get Started</LinkButton>}
    </div>
  );
}

/** The site in a sentence. */
export const describeSite = (siteName: string): string =>
  `${siteName} reads the markets for private investors: news, a daily brief, stock picks and trade alerts.`;
