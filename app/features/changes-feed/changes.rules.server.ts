import { accessTo } from "~/access/access.server";
import { can, type Permission } from "~/auth/permissions.server";
import type { Viewer } from "~/auth/viewer.server";
import type { Numbers } from "./changes.queries.server";
import type { Place } from "./changes-cursor.server";

/** The kinds of records whose changes can be followed, by the last part of their address; staff need the permission. */
export const FOLLOWED_KINDS = {
  news: "news.read",
  "daily-brief": "daily-briefs.read",
  videos: "videos.read",
  markets: "markets.read",
  "market-movers": "movers.read",
  "stock-picks": "stock-picks.read",
  "trade-alert": "trade-alerts.read",
  ads: "ads.read",
  banners: "banners.read",
  packages: "packages.read",
  coupons: "coupons.read",
  members: "members.read",
  payments: "payments.read",
} as const satisfies Record<string, Permission>;
export type FollowedKind = keyof typeof FOLLOWED_KINDS;

const isFollowed = (kind: string): kind is FollowedKind => kind in FOLLOWED_KINDS;

/** The smallest `reach` of a change that a reader with this access learns of. */
const REACH = { locked: 3, members: 2, full: 1 } as const;

type Noted = {
  kind: string;
  change: "saved" | "deleted";
  shown: "saved" | "deleted" | null;
  reach: number;
};

/** What this viewer learns of a change; undefined for nothing. */
export function changeFor(
  viewer: Viewer,
  { kind, change, shown, reach }: Noted,
): { kind: FollowedKind; change: Noted["change"] } | undefined {
  if (!isFollowed(kind)) return undefined;
  if (can(viewer, FOLLOWED_KINDS[kind])) return { kind, change };
  if (!shown || reach < REACH[accessTo("trade alert", viewer)]) return undefined;
  return { kind, change: shown };
}

/**
 * Whether all changes after a place are kept, under the numbers that they had. A place of the timeline before the last
 * promotion is one of this database up to the number that both have; of older timelines nothing is known.
 */
export function isKept(place: Place, { databaseId, newest, swept, ...lines }: Numbers): boolean {
  if (databaseId !== place.databaseId || place.number > newest || place.number < swept) return false;
  if (place.timeline === lines.timeline || lines.formerTimeline === null) return true;
  return place.timeline === lines.formerTimeline && place.number <= (lines.branchedAt ?? 0);
}
