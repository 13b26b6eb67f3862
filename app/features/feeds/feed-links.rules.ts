/** The sections that have a feed, by their path. */
const TITLES = {
  news: "News",
  "daily-brief": "Daily Brief",
  "stock-picks": "Stock Picks",
  "trade-alert": "Trade Alerts",
  videos: "Videos",
} as const;

export type FeedName = keyof typeof TITLES;

/** What a section's feed is called and where it is: for the head of its pages, and for the feed itself. */
export const feedLink = (name: FeedName) => ({ title: TITLES[name], path: `/${name}/feed.xml` });
