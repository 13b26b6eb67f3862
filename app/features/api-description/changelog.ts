/** One version of the API, as `/api/docs` lists it. */
export type ApiVersion = {
  version: `${number}.${number}.${number}`;
  /** The day of its release, UTC. */
  date: string;
  changes: readonly string[];
};

/**
 * What changed in the API, newest first. A new minor version only adds; what breaks a program needs a new
 * major one. `tests/routes/api/compatibility.test.ts` compares the description with the released one.
 */
export const API_CHANGES: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: "1.1.0",
    date: "2026-11-30",
    changes: [
      "Programs have keys of their own, with scopes. `DELETE /api/auth/session` ends a session.",
      "`GET /api/changes` tells what has changed, in the order of the changes.",
      "`PUT …/bulk` creates and updates thousands of quotes, movers, picks and daily prices at once, by symbol or by `externalId`.",
      "Unknown fields and parameters are refused with the nearest right name; until now they were ignored.",
      "`If-Match` and `If-Unmodified-Since` protect changes.",
      "`GET /api/postman.json` has all requests for Postman, Bruno and Insomnia.",
    ],
  },
  {
    version: "1.0.0",
    date: "2026-11-20",
    changes: ["The first documented version."],
  },
];
