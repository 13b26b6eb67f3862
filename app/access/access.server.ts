import type { Audience } from "db/columns";
import { can, type Permission } from "~/auth/permissions.server";
import type { Tier, Viewer } from "~/auth/viewer.server";

export type { Audience };

/** What may be locked. */
export type LockedKind = "daily brief" | "stock pick" | "trade alert" | "video";

/**
 * Full reads every column of every record; members those of the records for members, and of what is for Private members
 * alone only what is public; locked reads only what the specification leaves public.
 */
export type Access = "full" | "members" | "locked";

/** That of whoever reads more than what is open to all. */
export type ReadingAccess = Exclude<Access, "locked">;

/** What a tier that is not named here reads is locked. */
const ACCESS_BY_TIER: ReadonlyMap<Tier, Access> = new Map([
  ["Premium", "members"],
  ["Private", "full"],
]);

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
  if (viewer.kind === "member") return ACCESS_BY_TIER.get(viewer.tier) ?? "locked";
  return can(viewer, STAFF_PERMISSION[kind]) ? "full" : "locked";
}

/** Whether somebody reads more than what is open to all: who pays, and staff. */
export const readsAnything = (viewer: Viewer): boolean => accessTo("trade alert", viewer) !== "locked";

/** Whether a reader with this access reads all of a record for this audience. */
export const readsAll = (access: Access, audience: Audience): boolean =>
  access === "full" || (access === "members" && audience === "members");
