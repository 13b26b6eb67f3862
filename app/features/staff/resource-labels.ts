type ResourceLabel = {
  /** As in 'Marcus Adeyemi edited the <one> …'. */
  one: string;
  /** The screen where a record is looked at or edited. */
  to?: (id: string) => string;
};

const editable = (path: string, one: string): [string, ResourceLabel] => [
  path,
  { one, to: (id) => `/admin/${path}/${id}/edit` },
];

/** How the change log speaks of each resource, and where its records are. */
export const RESOURCE_LABELS: ReadonlyMap<string, ResourceLabel> = new Map([
  editable("news", "news item"),
  editable("packages", "package"),
  editable("daily-brief", "daily brief"),
  editable("videos", "video"),
  editable("market", "market"),
  editable("market-movers", "market mover"),
  editable("ads", "ad"),
  editable("banner", "banner"),
  editable("stock-picks", "stock pick"),
  editable("trade-alert", "trade alert"),
  ["manage-users", { one: "member", to: (id) => `/admin/manage-users/${id}` }],
  editable("settings", "admin"),
  ["profile-settings", { one: "account of" }],
]);
