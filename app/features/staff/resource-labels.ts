type Noun = {
  /** As in 'Marcus Adeyemi edited the <one> …'. */
  one: string;
  /** The screen where a record is looked at or edited. */
  to?: (id: string) => string;
};

const edited = (path: string, one: string): [string, Noun] => [
  path,
  { one, to: (id) => `/admin/${path}/${id}/edit` },
];

/** How the change log speaks of each resource, and where its records are. */
export const RESOURCE_NOUNS: ReadonlyMap<string, Noun> = new Map([
  edited("news", "news item"),
  edited("packages", "package"),
  edited("daily-brief", "daily brief"),
  edited("videos", "video"),
  edited("market", "market"),
  edited("market-movers", "market mover"),
  edited("ads", "ad"),
  edited("banner", "banner"),
  edited("stock-picks", "stock pick"),
  edited("trade-alert", "trade alert"),
  ["manage-users", { one: "member", to: (id) => `/admin/manage-users/${id}` }],
  edited("settings", "admin"),
  ["profile-settings", { one: "account of" }],
]);
