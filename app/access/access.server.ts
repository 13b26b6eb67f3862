import type { Audience } from "db/columns";
import { TIERS } from "db/entities/member";
import { can, type Permission } from "~/auth/permissions.server";
import type { MemberViewer, Tier, Viewer } from "~/auth/viewer.server";

export type { Audience };

/** Kinds of content that can be locked. */
export type LockedKind = "daily brief" | "stock pick" | "trade alert" | "video";

/**
 * "full" reads every column of every item. "members" reads items for all paid members in full, and only the
 * public columns of items for Private members. "locked" reads only what the specification leaves public.
 */
export type Access = "full" | "members" | "locked";

/** The access of readers who can read paid content. */
export type ReadingAccess = Exclude<Access, "locked">;

/** Tiers that are not listed here get locked content. */
const ACCESS_BY_TIER: ReadonlyMap<Tier, Access> = new Map([
  ["Premium", "members"],
  ["Private", "full"],
]);

/** Staff read the content they work on, drafts included; specification, section 6. */
const STAFF_PERMISSION: Record<LockedKind, Permission> = {
  "daily brief": "daily-briefs.read",
  "stock pick": "stock-picks.read",
  "trade alert": "trade-alerts.read",
  video: "videos.read",
};

/** A viewer, or a member who is known by a secret address: only the tier counts. */
export type Reader = Exclude<Viewer, MemberViewer> | Pick<MemberViewer, "kind" | "tier">;

/**
 * The one place that decides who may read what. Every output (page, API, search, feed, email) asks here and
 * selects columns by the answer. Locked content is never fetched, so it cannot leak.
 */
export function accessTo(kind: LockedKind, viewer: Reader): Access {
  if (viewer.kind === "visitor") return "locked";
  if (viewer.kind === "member") return ACCESS_BY_TIER.get(viewer.tier) ?? "locked";
  if (can(viewer, STAFF_PERMISSION[kind])) return "full";
  const tier = viewer.kind === "key" ? viewer.tier : undefined;
  return (tier && ACCESS_BY_TIER.get(tier)) ?? "locked";
}

/** Whether the viewer can read paid content: paying members and staff. */
export const canReadPaidContent = (viewer: Viewer): boolean => accessTo("trade alert", viewer) !== "locked";

/** Whether this access reads everything of an item for this audience. */
export const canReadInFull = (access: Access, audience: Audience): boolean =>
  access === "full" || (access === "members" && audience === "members");

/** The tiers whose members read everything of an item. @param audience `everybody` for items without a lock */
export const tiersThatRead = (audience: Audience | "everybody"): Tier[] =>
  TIERS.filter(
    (tier) => audience === "everybody" || canReadInFull(ACCESS_BY_TIER.get(tier) ?? "locked", audience),
  );
