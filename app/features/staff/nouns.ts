/** How the change log speaks of each resource, and whether a record has an edit screen to link to. */
export const RESOURCE_NOUNS: Record<string, { one: string; editable: boolean }> = {
  news: { one: "news item", editable: true },
  "daily-brief": { one: "daily brief", editable: true },
  "stock-picks": { one: "stock pick", editable: true },
  "trade-alert": { one: "trade alert", editable: true },
};
