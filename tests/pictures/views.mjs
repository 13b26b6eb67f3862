/**
 * A picture of the README or of docs/look/before-and-after.md.
 *
 * @typedef {object} View
 * @property {string} file in docs/pictures, without its ending
 * @property {string} path `{brief}`, `{alert}` and `{article}` become the newest one's id
 * @property {"premium" | "superadmin"} [who] a visitor, where nobody is named
 * @property {keyof typeof WINDOWS} window
 * @property {true} [dark]
 */

/** CSS pixels of a window, its pixels for each of them, and how wide the picture is kept. */
export const WINDOWS = {
  desk: { width: 1280, height: 900, scale: 1, kept: 1000 },
  tablet: { width: 768, height: 900, scale: 1, kept: 768 },
  phone: { width: 360, height: 760, scale: 1.5, kept: 540 },
  // Of docs/look/before-and-after.md, as those from before were taken.
  lookDesk: { width: 1280, height: 860, scale: 1, kept: 860 },
  lookTall: { width: 1280, height: 1500, scale: 1, kept: 860 },
  lookPhone: { width: 390, height: 844, scale: 1, kept: 390 },
  share: { width: 1200, height: 630, scale: 1, kept: 800 },
};

/** All but the receipt by mail, which the demo has only once something was bought. @type {readonly View[]} */
export const VIEWS = [
  { file: "home", path: "/", who: "premium", window: "desk" },
  { file: "stock-picks", path: "/stock-picks", who: "premium", window: "desk", dark: true },
  { file: "admin-news", path: "/admin/news", who: "superadmin", window: "desk" },
  { file: "trade-alert", path: "/trade-alert/{alert}", who: "premium", window: "tablet", dark: true },
  { file: "market", path: "/market", window: "tablet" },
  { file: "home-phone", path: "/", window: "phone" },
  { file: "alerts-phone", path: "/trade-alert", window: "phone", dark: true },
  { file: "brief-phone", path: "/daily-brief/{brief}", window: "phone", dark: true },
  { file: "picks-phone", path: "/stock-picks", window: "phone" },
  { file: "admin-dashboard", path: "/admin", who: "superadmin", window: "desk", dark: true },
  { file: "admin-phone", path: "/admin/daily-brief/new", who: "superadmin", window: "phone", dark: true },

  { file: "look/home-after", path: "/", window: "lookDesk" },
  { file: "look/home-dark-after", path: "/", window: "lookDesk", dark: true },
  { file: "look/home-member-after", path: "/", who: "premium", window: "lookDesk" },
  { file: "look/home-phone-after", path: "/", window: "lookPhone" },
  { file: "look/alerts-after", path: "/trade-alert", window: "lookDesk" },
  { file: "look/alert-after", path: "/trade-alert/{alert}", who: "premium", window: "lookDesk" },
  { file: "look/alerts-phone-after", path: "/trade-alert", window: "lookPhone", dark: true },
  { file: "look/picks-after", path: "/stock-picks", who: "premium", window: "lookDesk" },
  { file: "look/picks-phone-after", path: "/stock-picks", who: "premium", window: "lookPhone" },
  {
    file: "look/brief-after",
    path: "/daily-brief/{brief}",
    who: "premium",
    window: "lookDesk",
    dark: true,
  },
  { file: "look/brief-phone-after", path: "/daily-brief/{brief}", who: "premium", window: "lookPhone" },
  { file: "look/plans-after", path: "/subscription", window: "lookTall" },
  { file: "look/success-after", path: "/subscription/success", who: "premium", window: "lookDesk" },
  { file: "look/share-after", path: "/og/news/{article}.png", window: "share" },
  { file: "look/share-record-after", path: "/og/track-record.png", window: "share" },
  { file: "look/admin-after", path: "/admin", who: "superadmin", window: "lookDesk" },
  { file: "look/admin-phone-after", path: "/admin", who: "superadmin", window: "lookPhone", dark: true },
];
