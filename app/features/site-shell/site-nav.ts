import { quoteHref } from "~/features/markets/market-list.rules";
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

/** Greyed out and not clickable. */
export const EXTRA_LINKS = {
  label: "Extras",
  entries: [{ label: "Academy" }, { label: "Community" }, { label: "AI driven" }, { label: "Gamification" }],
};

/** Links to what exists, plain text for the rest; decisions.md, "Paths and layout". */
export const FOOTER_COLUMNS: { title: string; entries: NavEntry[] }[] = [
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
      { label: "Portfolio" },
      { label: "Watchlist" },
      { label: "Trade Ideas", to: "/trade-alert" },
      { label: "Academy" },
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
      { label: "Careers" },
      { label: "Press" },
    ],
  },
];

/** Placeholders: there are no such accounts to link to. */
export const SOCIAL_LINKS: NavEntry[] = [
  { label: "Facebook", icon: "facebook" },
  { label: "X", icon: "x" },
  { label: "YouTube", icon: "youtube" },
];
