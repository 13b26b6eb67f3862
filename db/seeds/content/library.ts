import type { PictureOf } from "../art/news-pictures";

/** A picture of the demo's library. */
export type LibraryContent = { title: string; alt: string; picture: PictureOf; daysAgo: number };

export const LIBRARY: readonly LibraryContent[] = [
  {
    title: "Container port",
    alt: "Cranes over a quay with containers.",
    picture: { motif: "crane", tone: "noon", count: 4, level: 0.5 },
    daysAgo: 3,
  },
  {
    title: "Wind farm",
    alt: "Wind turbines on a plain at dawn.",
    picture: { motif: "turbine", tone: "dawn", count: 3, level: 0.4 },
    daysAgo: 9,
  },
  {
    title: "Trading day, general",
    alt: "A candlestick chart of a trading day.",
    picture: { motif: "candles", tone: "paper", count: 18, level: 0.55 },
    daysAgo: 16,
  },
  {
    title: "Central bank",
    alt: "The columns of a vault’s door.",
    picture: { motif: "vault", tone: "lilac", count: 10, level: 0.5 },
    daysAgo: 24,
  },
  {
    title: "Server hall",
    alt: "Rows of servers in a dark hall.",
    picture: { motif: "hall", tone: "indigo", count: 5, level: 0.6 },
    daysAgo: 33,
  },
  {
    title: "Fields before the harvest",
    alt: "Fields in long stripes under a low sun.",
    picture: { motif: "fields", tone: "dawn", count: 8, level: 0.5 },
    daysAgo: 45,
  },
];
