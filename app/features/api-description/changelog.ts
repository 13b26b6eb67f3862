import type { Deprecation } from "~/web/described-operation";

/** One version of the API, as `/api/docs` lists it. */
export type ApiVersion = {
  version: `${number}.${number}.${number}`;
  /** The day of its release, UTC. */
  date: string;
  changes: readonly string[];
};

/**
 * What ends, by the id of its operation. It is announced at least 180 days before: in the description, in the reference and
 * in the header fields of answers (`withDeprecationFields`).
 */
export const DEPRECATIONS: Deprecations = {};

export type Deprecations = Readonly<Record<string, readonly Deprecation[]>>;

/** The announcement. */
export const deprecationSentence = ({ parameter, since, ends, instead }: Deprecation): string =>
  `Deprecated since ${since}${parameter === undefined ? "" : `: \`${parameter}\``}, and gone from ${ends} on. Use ${instead}.`;

/**
 * What changed in the API, newest first. A new minor version only adds, or refuses what had no effect; what
 * breaks a right program needs a new major one. `tests/routes/api/compatibility.test.ts` compares the description with the released one.
 */
export const API_CHANGES: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: "1.2.0",
    date: "2026-11-30",
    changes: [
      "Webhooks send what has changed to addresses that a superadmin adds, signed as Standard Webhooks say. Keys can have the scope `payments:read`.",
      "Lists take `from` and `to`, and filters by fields such as `status`, `category`, `ticker` or `symbol`.",
      "`If-Match` protects a profile and the tier of a member, too, and `GET /api/user/profile` has an `ETag`.",
      "`GET /api/markets/stream` takes `ids`. It answers 401 to a token that is not valid and 422 to unknown parameters, and ends with its key or session.",
      "A caller can read 600 members an hour by their IDs, a key 6,000.",
      "A change that readers would see is 403 for staff who only write drafts, and, if the site asks for a second person, until somebody approves it. With `?partial=1` a push refuses only such rows.",
      "What ends is marked in the description and in header fields of the answers. Nothing is deprecated.",
    ],
  },
  {
    version: "1.1.0",
    date: "2026-11-30",
    changes: [
      "Programs have keys of their own, with scopes. `DELETE /api/auth/session` ends a session.",
      "`GET /api/changes` tells what has changed, in the order of the commits, and every list takes `updatedSince`.",
      "`PUT …/bulk` creates and updates thousands of quotes, movers, picks and daily prices at once, by symbol or by `externalId`.",
      "`GET /api/markets/stream` sends quotes as they change.",
      "`Idempotency-Key` makes a repeated POST safe; `If-Match` and `If-Unmodified-Since` protect changes.",
      "Unknown fields and parameters are refused with the nearest right name. They were ignored until now.",
      "`RateLimit` and `RateLimit-Policy` tell the limits. Errors are problem details (RFC 9457) for programs that ask for them.",
      "`fields` chooses the fields of a response; bodies may be compressed with gzip, deflate or br.",
      "`GET /api/postman.json` has all requests for Postman, Bruno and Insomnia.",
    ],
  },
  {
    version: "1.0.0",
    date: "2026-11-20",
    changes: ["The first documented version."],
  },
];
