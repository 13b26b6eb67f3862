import type { Caller } from "tests/support/callers";
import type { RequestBody } from "tests/support/request-bodies";

/**
 * `in`: accepted (2xx, or a redirect to anything but a sign-in page). `sign in`: redirected to a sign-in page.
 * A number: exactly that status.
 */
export type Outcome = "in" | "sign in" | 400 | 401 | 403 | 404 | 405 | 409 | 422 | 503;
export type OutcomeByCaller = Record<Caller, Outcome>;

export type MatrixWrite = {
  outcomes: OutcomeByCaller;
  /** The outcome of the form that Remix's script sends, if it differs. */
  asData?: OutcomeByCaller;
  /** Appended to the address; `{id}` is the record's id. */
  search?: string;
  body?: RequestBody;
  /** Writes a session or a cookie of the caller and no record. */
  session?: true;
  /** A documented POST that only reads or counts. */
  readOnly?: true;
};

export type MatrixRow = {
  /** The table of the record `:id`; callers with write access get a record of their own. */
  table?: string;
  /** Other parameters of the address. */
  parameters?: Record<string, string>;
  /** The query string that the page needs. */
  search?: string;
  GET: OutcomeByCaller;
  POST?: MatrixWrite;
  PUT?: MatrixWrite;
  DELETE?: MatrixWrite;
};

export const forEveryone = (outcome: Outcome): OutcomeByCaller => ({
  visitor: outcome,
  basic: outcome,
  premium: outcome,
  editor: outcome,
  admin: outcome,
  superadmin: outcome,
  "inactive staff": outcome,
  "member bearer": outcome,
  "staff bearer": outcome,
});

export const PUBLIC = forEveryone("in");
export const NOT_FOUND = forEveryone(404);
export const METHOD_NOT_ALLOWED = forEveryone(405);
/** The answer to an invalid link. */
export const INVALID_LINK = forEveryone(400);

/** Screens of the back-office for all staff; others are redirected to sign in. */
export const ALL_STAFF: OutcomeByCaller = {
  ...forEveryone("sign in"),
  editor: "in",
  admin: "in",
  superadmin: "in",
  "staff bearer": "in",
};
/** The same for addresses without a screen. */
export const STAFF_NOT_FOUND: OutcomeByCaller = {
  ...ALL_STAFF,
  editor: 404,
  admin: 404,
  superadmin: 404,
  "staff bearer": 404,
};
/** Screens for superadmin and admin. */
export const ADMINS: OutcomeByCaller = { ...ALL_STAFF, editor: 403 };
/** Superadmin and admin get this status. */
export const adminsGet = (outcome: Outcome): OutcomeByCaller => ({
  ...ADMINS,
  admin: outcome,
  superadmin: outcome,
  "staff bearer": outcome,
});
/** Screens for the superadmin. */
export const SUPERADMINS: OutcomeByCaller = { ...ADMINS, admin: 403, "staff bearer": 403 };

const asApi = (screen: OutcomeByCaller): OutcomeByCaller => ({
  ...screen,
  visitor: 401,
  "inactive staff": 401,
  basic: 403,
  premium: 403,
  "member bearer": 403,
});

/** The same three for the API, which never redirects. */
export const API_STAFF = asApi(ALL_STAFF);
export const API_ADMINS = asApi(ADMINS);
export const API_SUPERADMINS = asApi(SUPERADMINS);

/** The account pages of members: staff are no members. */
export const MEMBERS: OutcomeByCaller = {
  ...forEveryone("sign in"),
  basic: "in",
  premium: "in",
  "member bearer": "in",
};
/** Members' addresses of the API. */
export const API_MEMBERS: OutcomeByCaller = {
  ...forEveryone(401),
  basic: "in",
  premium: "in",
  "member bearer": "in",
};

/** Members get this status, and others no access. */
export const membersGet = (outcome: Outcome): OutcomeByCaller => ({
  ...MEMBERS,
  basic: outcome,
  premium: outcome,
  "member bearer": outcome,
});
