/** The entries of the contract's menu, section 2.4, in order: label and address. */
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

/** The tiles of the dashboard, in order. */
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
