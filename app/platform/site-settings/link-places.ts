/** Places that are greyed until somebody gives them an address. One key for what stands in two places. */
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
