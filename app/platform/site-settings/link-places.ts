/** Places that are greyed out until the owner sets an address. Items that appear twice share a key. */
export const LINK_PLACES = [
  "academy",
  "community",
  "aiDriven",
  "gamification",
  "portfolio",
  "watchlist",
  "tradeIdeas",
  "careers",
  "press",
  "helpCenter",
  "facebook",
  "x",
  "youtube",
] as const;
export type LinkPlace = (typeof LINK_PLACES)[number];
export type SiteLinks = Readonly<Partial<Record<LinkPlace, string>>>;
