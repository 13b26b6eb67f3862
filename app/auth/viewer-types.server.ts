import type { Tier } from "db/entities/member";
import type { StaffRole } from "db/entities/staff";

export type { StaffRole, Tier };

export type SessionKind = "member" | "staff";

/** Maximum ages of a password check, shortest first. */
export const FRESHNESS = ["ten minutes", "an hour"] as const;
export type Freshness = (typeof FRESHNESS)[number];

export type MemberViewer = Readonly<{
  kind: "member";
  id: string;
  sessionId: string;
  firstname: string;
  lastname: string;
  email: string;
  /** Path of the photo, if there is one. */
  picture?: string;
  /** The effective tier: an expired subscription is Basic here. */
  tier: Tier;
  /** The previous visit in this browser. */
  visitedBefore?: Date;
  /** Set while the account is scheduled for deletion. */
  deletionRequestedAt?: Date;
  /** The name of the staff member who views the site as this member. Such a session is read-only. */
  seenBy?: string;
  /** Whether the member may have marked something: watches a company, for example. */
  hasMarks?: boolean;
  /** The time of the newest notification that the member has read. */
  bellReadAt?: Date;
}>;

export type StaffViewer = Readonly<{
  kind: "staff";
  id: string;
  sessionId: string;
  fullname: string;
  email: string;
  role: StaffRole;
  /** Set when the request carried an API token, not a cookie. */
  showsApiToken?: true;
  /** Set until the person has set up a required two-step sign-in; nothing else is allowed. */
  needsTwoStep?: true;
  /** The permissions that a superadmin left them; absent for all of their role. See docs/review.md. */
  narrowedTo?: ReadonlySet<string>;
  /** How recently the password was given in this session; absent after an hour. */
  passwordAge?: Freshness;
  /** The origin of a change that does not come from a form. */
  origin?: "api" | "import" | "job";
}>;

/** A program with a key of its own, which belongs to no person. On `/api` only. */
export type KeyViewer = Readonly<{
  kind: "key";
  id: string;
  name: string;
  /** The SHA-256 of the secret that it came with. */
  tokenHash: string;
  /** The permissions it has, such as `news.write`. */
  permissions: ReadonlySet<string>;
  /** It reads content as members of this tier do; absent if it reads as visitors do. */
  tier?: Tier;
}>;

/** Who changes records. */
export type Writer = StaffViewer | KeyViewer;

/** Who sent a request. Nothing about them is kept between requests. */
export type Viewer = Readonly<{ kind: "visitor" }> | MemberViewer | StaffViewer | KeyViewer;

export const VISITOR: Viewer = { kind: "visitor" };
