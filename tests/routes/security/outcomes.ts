import type { Caller } from "tests/support/callers";
import type { Body } from "tests/support/request-bodies";

/**
 * `in`: let through (2xx, or a redirect that does not lead to a sign-in page). `sign in`: sent to a sign-in page.
 * A number: exactly that status.
 */
export type Outcome = "in" | "sign in" | 400 | 401 | 403 | 404 | 405 | 422 | 503;
export type Who = Record<Caller, Outcome>;

export type Write = {
  who: Who;
  /** Where the form that Remix's script sends is answered differently. */
  asData?: Who;
  /** Added to the address; `{id}` is the record's id. */
  search?: string;
  body?: Body;
  /** What is written is no record: a session or a cookie, which its owner may begin and end. */
  session?: true;
  /** A documented POST that only reads, or one that is only counted. */
  reads?: true;
};

export type Row = {
  /** The table whose record the address names by `:id`; whoever is let in to write gets a record of their own. */
  of?: string;
  /** Other parameters of the address. */
  parameters?: Record<string, string>;
  /** What the address has to ask, so that there is a page. */
  search?: string;
  GET: Who;
  POST?: Write;
  PUT?: Write;
  DELETE?: Write;
};

export const everybody = (outcome: Outcome): Who => ({
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

export const EVERYBODY = everybody("in");
export const MISSING = everybody(404);
export const NO_SUCH_VERB = everybody(405);
/** What a link says that no mail carried. */
export const USELESS = everybody(400);

/** Screens of the back-office that all staff may open; others are sent to sign in. */
export const STAFF: Who = {
  ...everybody("sign in"),
  editor: "in",
  admin: "in",
  superadmin: "in",
  "staff bearer": "in",
};
/** Screens for superadmin and admin. */
export const DESK: Who = { ...STAFF, editor: 403 };
/** Screens for the superadmin. */
export const OWNER: Who = { ...DESK, admin: 403, "staff bearer": 403 };

const asApi = (screen: Who): Who => ({
  ...screen,
  visitor: 401,
  "inactive staff": 401,
  basic: 403,
  premium: 403,
  "member bearer": 403,
});

/** The same three for the API, which has no page to send anybody to. */
export const API_STAFF = asApi(STAFF);
export const API_DESK = asApi(DESK);
export const API_OWNER = asApi(OWNER);

/** The account pages of members: staff are no members. */
export const MEMBERS: Who = { ...everybody("sign in"), basic: "in", premium: "in", "member bearer": "in" };
/** Members' things in the API. */
export const API_MEMBERS: Who = { ...everybody(401), basic: "in", premium: "in", "member bearer": "in" };

/** Where members are let in to hear this, and others are not let in. */
export const membersHear = (outcome: Outcome): Who => ({
  ...MEMBERS,
  basic: outcome,
  premium: outcome,
  "member bearer": outcome,
});
