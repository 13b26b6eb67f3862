import type { Tier } from "db/entities/member";
import type { StaffRole } from "db/entities/staff";

export type { StaffRole, Tier };

export type SessionKind = "member" | "staff";

/** Within how long a password was given, shortest first. */
export const FRESHNESS = ["ten minutes", "an hour"] as const;
export type Freshness = (typeof FRESHNESS)[number];

export type MemberViewer = Readonly<{
  kind: "member";
  id: string;
  sessionId: string;
  firstname: string;
  lastname: string;
  email: string;
  /** Path of the photo, for those who have one. */
  picture?: string;
  /** What the member may read now: an expired subscription is already Basic here. */
  tier: Tier;
  /** When they were here before this visit, in this browser. */
  visitedBefore?: Date;
  /** Set while the account waits to be deleted. */
  deletionRequestedAt?: Date;
  /** Who of the staff sees the site as this member does. Nothing may be changed then, by whoever asks. */
  seenBy?: string;
}>;

export type StaffViewer = Readonly<{
  kind: "staff";
  id: string;
  sessionId: string;
  fullname: string;
  email: string;
  role: StaffRole;
  /** Set where they show the token that the API's login answered with, and not a cookie. */
  showsApiToken?: true;
  /** Set while they have to set up two-step sign-in and may do nothing else. */
  needsTwoStep?: true;
  /** Within how long they gave their password in this session; absent where that is longer ago than an hour. */
  gavePassword?: Freshness;
  /** Where a change of theirs comes from, when that is no form. */
  origin?: "api" | "import";
}>;

/** Whoever is asking. Nothing about a person is kept between requests. */
export type Viewer = Readonly<{ kind: "visitor" }> | MemberViewer | StaffViewer;

export const VISITOR: Viewer = { kind: "visitor" };
