import { can, type Permission } from "~/features/auth/permissions.server";
import type { Tier, Viewer } from "~/features/auth/viewer.server";

/** What may be locked. */
export type LockedKind = "daily brief" | "stock pick" | "trade alert" | "video";

/** Full reads every column; locked reads only what the specification leaves public. */
export type Access = "full" | "locked";

const PAID_TIERS: readonly Tier[] = ["Premium", "Private"];

/** Staff read what they work on, drafts included; specification, section 6. */
const STAFF_PERMISSION: Record<LockedKind, Permission> = {
  "daily brief": "daily-briefs.read",
  "stock pick": "stock-picks.read",
  "trade alert": "trade-alerts.read",
  video: "videos.read",
};

/**
 * The one place that decides who may read what. Every output (page, API, search, feed, mail) asks here and then
 * selects the columns of the answer: what is locked is not fetched, so it cannot leak.
 */
export function accessTo(kind: LockedKind, viewer: Viewer): Access {
  if (viewer.kind === "visitor") return "locked";
  const allowed =
    viewer.kind === "member" ? PAID_TIERS.includes(viewer.tier) : can(viewer, STAFF_PERMISSION[kind]);
  return allowed ? "full" : "locked";
}
