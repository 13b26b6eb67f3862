import { quoteHref } from "~/features/markets/market-list.rules";
import type { LinkPlace, SiteLinks } from "~/platform/site-settings/link-places";
import type { NavEntry } from "~/ui/navigation";

/** The left navigation; specification, section 2.1. */
export const SECTION_LINKS: NavEntry[] = [
  { label: "Home", to: "/" },
  { label: "Daily Brief", to: "/daily-brief" },
  { label: "News", to: "/news" },
  { label: "Stock Picks", to: "/stock-picks" },
  { label: "Trade Alert", to: "/trade-alert" },
  { label: "Videos", to: "/videos" },
];

/** A place that the owner may give an address; greyed and not clickable without one. */
const placeOf = (links: SiteLinks, place: LinkPlace, entry: NavEntry): NavEntry => {
  const to = links[place];
  return to === undefined ? entry : { ...entry, to };
};

/** Greyed out and not clickable until they lead somewhere. */
export const extraLinks = (links: SiteLinks = {}) => ({
  label: "Extras",
  entries: [
    placeOf(links, "academy", { label: "Academy" }),
    placeOf(links, "community", { label: "Community" }),
    placeOf(links, "aiDriven", { label: "AI driven" }),
    placeOf(links, "gamification", { label: "Gamification" }),
  ],
});

/** The menu of a member. @param pays has what is sold already, so the plans are offered under their name alone */
export const memberLinks = (pays: boolean, links: SiteLinks = {}): NavEntry[] => [
  { label: "Manage Account", to: "/dashboard" },
  { label: pays ? "Plans" : "Subscribe to Premium", to: "/subscription", referrerPolicy: "no-referrer" },
  { label: "Refer a Friend", to: "/referral" },
  placeOf(links, "watchlist", { label: "My Watchlist" }),
  placeOf(links, "helpCenter", { label: "Help Center" }),
];

/** Links to what exists, plain text for the rest; decisions.md, "Paths and layout". */
export const footerColumns = (links: SiteLinks = {}): { title: string; entries: NavEntry[] }[] => [
  {
    title: "TOP MARKETS",
    entries: [
      { label: "Dow Jones", to: quoteHref("Indices", "Dow Jones") },
      { label: "S&P 500", to: quoteHref("Indices", "S&P 500") },
      { label: "Nasdaq", to: quoteHref("Indices", "Nasdaq") },
      { label: "FTSE 100", to: quoteHref("Indices", "FTSE 100") },
      { label: "Bitcoin", to: quoteHref("Cryptocurrencies", "Bitcoin") },
    ],
  },
  {
    title: "EXPLORE",
    entries: [
      { label: "Markets", to: "/market" },
      placeOf(links, "portfolio", { label: "Portfolio" }),
      placeOf(links, "watchlist", { label: "Watchlist" }),
      placeOf(links, "tradeIdeas", { label: "Trade Ideas", to: "/trade-alert" }),
      placeOf(links, "academy", { label: "Academy" }),
    ],
  },
  {
    title: "HELPFUL LINKS",
    entries: [
      { label: "About Us", to: "/about" },
      { label: "Contact Support", to: "/contact" },
      { label: "Privacy Policy", to: "/privacy" },
      { label: "Terms", to: "/terms" },
      { label: "Disclaimer", to: "/disclaimer" },
      placeOf(links, "careers", { label: "Careers" }),
      placeOf(links, "press", { label: "Press" }),
    ],
  },
];

/** Names alone, as long as there are no such accounts to lead to. */
export const socialLinks = (links: SiteLinks = {}): NavEntry[] => [
  placeOf(links, "facebook", { label: "Facebook", icon: "facebook" }),
  placeOf(links, "x", { label: "X", icon: "x" }),
  placeOf(links, "youtube", { label: "YouTube", icon: "youtube" }),
];
