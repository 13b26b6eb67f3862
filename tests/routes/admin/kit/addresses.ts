import { MATRIX } from "../../security/matrix";

export type Mutation = "add" | "update" | "remove";
/** The name of each kind in the database and the API. */
export const VERBS = { add: "insert", update: "update", remove: "delete" } as const;
export const METHODS = { add: "POST", update: "PUT", remove: "DELETE" } as const;

/** The screen of a form of this kind, or its redirect target. */
export const screenOf = (path: string, mutation: Mutation) =>
  ({
    add: `/admin/${path}/new`,
    update: `/admin/${path}/:id/edit`,
    remove: `/admin/${path}?delete=:id`,
  })[mutation];

/** API addresses that list and add; one record is at `/:id` below. Members and staff have their own writes. */
export const API: Record<string, string> = {
  news: "/api/news",
  "daily-brief": "/api/daily-brief",
  "stock-picks": "/api/stock-picks",
  "trade-alert": "/api/trade-alert",
  videos: "/api/videos",
  market: "/api/markets",
  "market-movers": "/api/market-movers/admin",
  packages: "/api/packages",
  coupons: "/api/coupons/admin",
  banner: "/api/banners",
  ads: "/api/ads",
};
/** The same, and those with a list only. */
export const API_LISTS: Record<string, string> = {
  ...API,
  "manage-users": "/api/admin/get-users",
  settings: "/api/auth/admin/getAllAdmin",
};

/** @param path of a record's screens, below /admin */
export const tableOf = (path: string) => MATRIX[`/admin/${path}`]?.table ?? path;
