import { quoteHref } from "~/features/markets/market-list.rules";
import { WATCHLIST_PATH } from "~/features/watchlist/paths.rules";
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

/** An entry whose link the owner may set; grey and not clickable without one. */
const linkedEntry = (links: SiteLinks, place: LinkPlace, entry: NavEntry): NavEntry => {
  const to = links[place];
  return to === undefined ? entry : { ...entry, to };
};

/** Grey and not clickable until the owner sets their links. */
export const extraLinks = (links: SiteLinks = {}) => ({
  label: "Extras",
  entries: [
    linkedEntry(links, "academy", { label: "Academy" }),
    linkedEntry(links, "community", { label: "Community" }),
    linkedEntry(links, "aiDriven", { label: "AI driven" }),
    linkedEntry(links, "gamification", { label: "Gamification" }),
  ],
});

/**
 * The menu of a member.
 * @param pays already has a plan, so the entry is the plans' plain name
 */
export const memberLinks = (pays: boolean, links: SiteLinks = {}): NavEntry[] => [
  { label: "Manage Account", to: "/dashboard" },
  { label: pays ? "Plans" : "Subscribe to Premium", to: "/subscription", referrerPolicy: "no-referrer" },
  { label: "Refer a Friend", to: "/referral" },
  linkedEntry(links, "watchlist", { label: "My Watchlist", to: WATCHLIST_PATH }),
  linkedEntry(links, "helpCenter", { label: "Help Center" }),
];

/** Links to existing pages, plain text for the rest. */
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
      linkedEntry(links, "portfolio", { label: "Portfolio" }),
      linkedEntry(links, "watchlist", { label: "Watchlist", to: WATCHLIST_PATH }),
      linkedEntry(links, "tradeIdeas", { label: "Trade Ideas", to: "/trade-alert" }),
      linkedEntry(links, "academy", { label: "Academy" }),
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
      linkedEntry(links, "careers", { label: "Careers" }),
      linkedEntry(links, "press", { label: "Press" }),
    ],
  },
];

/** Plain names while there are no such accounts to link to. */
export const socialLinks = (links: SiteLinks = {}): NavEntry[] => [
  linkedEntry(links, "facebook", { label: "Facebook", icon: "facebook" }),
  linkedEntry(links, "x", { label: "X", icon: "x" }),
  linkedEntry(links, "youtube", { label: "YouTube", icon: "youtube" }),
];
