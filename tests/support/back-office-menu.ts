/** The records of the contract's menu, section 2.4, in its order: what each is called, and where it leads. */
export const MENU_RECORDS = [
  ["Manage Users", "/admin/manage-users"],
  ["Packages", "/admin/packages"],
  ["Daily Brief", "/admin/daily-brief"],
  ["Stock Picks", "/admin/stock-picks"],
  ["Trade Alerts", "/admin/trade-alert"],
  ["News", "/admin/news"],
  ["Videos", "/admin/videos"],
  ["Ads", "/admin/ads"],
  ["Banners", "/admin/banner"],
  ["Payments", "/admin/payments"],
  ["Settings", "/admin/settings"],
] as const;

/** The tiles of the dashboard, in their order. */
export const TILE_LABELS = [
  "Manage Users",
  "Packages",
  "Daily Brief",
  "Stock Picks",
  "Trade Alerts",
  "News",
  "Videos",
  "Markets",
  "Ads",
  "Banners",
  "Payments",
];
