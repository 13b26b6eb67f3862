/** How the change log speaks of each resource, and whether a record has an edit screen to link to. */
export const RESOURCE_NOUNS: Record<string, { one: string; editable: boolean }> = {
  news: { one: "news item", editable: true },
  packages: { one: "package", editable: true },
  "daily-brief": { one: "daily brief", editable: true },
  videos: { one: "video", editable: true },
  market: { one: "market", editable: true },
  "market-movers": { one: "market mover", editable: true },
  ads: { one: "ad", editable: true },
  banner: { one: "banner", editable: true },
  "stock-picks": { one: "stock pick", editable: true },
  "trade-alert": { one: "trade alert", editable: true },
};
