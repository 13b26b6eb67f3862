import { ADMINS, ALL_STAFF, type StaffRole, type Tier, type Viewer } from "~/features/auth/viewer.server";

/** What may be locked. */
export type LockedKind = "daily brief" | "stock pick" | "trade alert" | "video";

/** Full reads every column; locked reads only what the specification leaves public. */
export type Access = "full" | "locked";

const PAID_TIERS: readonly Tier[] = ["Premium", "Private"];

/** Staff read what they work on, drafts included; specification, section 6. */
const STAFF_READERS: Record<LockedKind, readonly StaffRole[]> = {
  "daily brief": ADMINS,
  "stock pick": ADMINS,
  "trade alert": ADMINS,
  video: ALL_STAFF,
};

/**
 * The one place that decides who may read what. Every output (page, API, search, feed, mail) asks here and then
 * selects the columns of the answer: what is locked is not fetched, so it cannot leak.
 */
export function accessTo(kind: LockedKind, viewer: Viewer): Access {
  if (viewer.kind === "visitor") return "locked";
  const allowed =
    viewer.kind === "member" ? PAID_TIERS.includes(viewer.tier) : STAFF_READERS[kind].includes(viewer.role);
  return allowed ? "full" : "locked";
}

/** Drafts exist for the staff who work on them, and for nobody else. */
export const seesDrafts = (roles: readonly StaffRole[], viewer: Viewer): boolean =>
  viewer.kind === "staff" && roles.includes(viewer.role);
