import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { baseColumns, lengthCheck, oneOf } from "../columns";
import { Member } from "./member";
import { Staff } from "./staff";

export const SESSION_KINDS = ["member", "staff"] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** How a session began: "cookie" by a form in a browser, "bearer" by the API's login. */
export const SESSION_ORIGINS = ["cookie", "bearer"] as const;
export type SessionOrigin = (typeof SESSION_ORIGINS)[number];

/** A valid sign-in. `tokenHash` is the SHA-256 of its cookie's value as 64 lower-case hex digits. */
export const Session = defineEntity({
  name: "Session",
  tableName: "sessions",
  properties: {
    ...baseColumns(),
    tokenHash: p.text().unique(),
    kind: oneOf(SESSION_KINDS),
    member: () => p.manyToOne(Member).ref().nullable().deleteRule("cascade").index(),
    staff: () => p.manyToOne(Staff).ref().nullable().deleteRule("cascade").index(),
    via: oneOf(SESSION_ORIGINS),
    userAgent: p.text().nullable(),
    ip: p.text().nullable(),
    lastSeenAt: p.datetime(3).defaultRaw("now()"),
    /** The end of the previous visit, if any. A visit ends after an hour without a request. */
    visitedBeforeAt: p.datetime(3).nullable(),
    /** When the password was last entered: at the sign-in, or at a later confirmation. */
    passwordConfirmedAt: p.datetime(3).nullable().defaultRaw("now()"),
    expiresAt: p.datetime(3),
    /**
     * The staff account that views the site as this member, read-only. Valid while that account is signed in.
     */
    seenBy: () => p.manyToOne(Staff).ref().nullable().deleteRule("cascade").index(),
  },
  checks: [
    { name: "sessions_token_hash_format", expression: "token_hash ~ '^[0-9a-f]{64}$'" },
    {
      name: "sessions_owner",
      expression:
        "(kind = 'member' and member_id is not null and staff_id is null)" +
        " or (kind = 'staff' and staff_id is not null and member_id is null)",
    },
    {
      name: "sessions_seen_by_staff",
      expression: "seen_by_id is null or (kind = 'member' and via = 'cookie')",
    },
    lengthCheck("sessions", "user_agent", 0, 500),
    lengthCheck("sessions", "ip", 0, 64),
  ],
  indexes: [{ properties: ["expiresAt"] }],
});
export type Session = InferEntity<typeof Session>;
