import type { Body } from "tests/support/bodies";
import type { Caller } from "tests/support/people";

/**
 * Who may do what, for every address of app/routes.ts. A new route is a new row here; without one the tests fail.
 *
 * `in`: let through (2xx, or a redirect that does not lead to a sign-in page). `sign in`: sent to a sign-in page.
 * A number: exactly that status.
 */
export type Outcome = "in" | "sign in" | 401 | 403 | 404 | 405 | 422;
export type Who = Record<Caller, Outcome>;

export type Write = {
  who: Who;
  /** Added to the address; `{id}` is the record's id. */
  search?: string;
  body?: Body;
  /** What is written is a session, which everybody may end or begin. */
  session?: true;
};

export type Row = {
  /** The table whose record the address names by `:id`; whoever is let in to write gets a record of their own. */
  of?: string;
  /** Other parameters of the address. */
  parameters?: Record<string, string>;
  GET: Who;
  POST?: Write;
  PUT?: Write;
  DELETE?: Write;
};

const CALLERS_WITHOUT_STAFF = { visitor: "in", basic: "in", premium: "in", "member bearer": "in" } as const;
const STAFF_ON_PAGES = {
  ...{ editor: "in", admin: "in", superadmin: "in", "inactive staff": "in", "staff bearer": "in" },
} as const;

export const EVERYBODY: Who = { ...CALLERS_WITHOUT_STAFF, ...STAFF_ON_PAGES };

const nobody = (outcome: Outcome): Who =>
  Object.fromEntries(Object.keys(EVERYBODY).map((caller) => [caller, outcome])) as Who;

const MISSING = nobody(404);
const NO_SUCH_VERB = nobody(405);

/** Screens of the back-office that all staff may open; others are sent to sign in. */
export const STAFF: Who = {
  ...nobody("sign in"),
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
  ...{ visitor: 401, "inactive staff": 401, basic: 403, premium: 403, "member bearer": 403 },
});

/** The same three for the API, which has no page to send anybody to. */
export const API_STAFF = asApi(STAFF);
export const API_DESK = asApi(DESK);
export const API_OWNER = asApi(OWNER);

/** The account pages of members: staff are no members. */
export const MEMBERS: Who = { ...nobody("sign in"), basic: "in", premium: "in", "member bearer": "in" };
/** Members' things in the API. */
export const API_MEMBERS: Who = { ...nobody(401), basic: "in", premium: "in", "member bearer": "in" };

const reading: Row = { GET: EVERYBODY };

/** The list, form, delete and CSV of a record in the back-office. */
const screens = (
  path: string,
  of: string,
  { write, remove = write, form }: { write: Who; remove?: Who; form: Record<string, string> },
): Record<string, Row> => ({
  [`/admin/${path}`]: { of, GET: write, POST: { who: remove, search: "?delete={id}" } },
  [`/admin/${path}/new`]: { GET: write, POST: { who: write, body: { form } } },
  [`/admin/${path}/:id/edit`]: { of, GET: write, POST: { who: write, body: { form } } },
  [`/admin/${path}/export.csv`]: { GET: write },
});

/** The documented addresses of a record in the API. */
const endpoints = (
  path: string,
  of: string,
  {
    write,
    remove = write,
    json,
    item = EVERYBODY,
  }: { write: Who; remove?: Who; json: Record<string, unknown>; item?: Who },
): Record<string, Row> => ({
  [`/api/${path}`]: { GET: EVERYBODY, POST: { who: write, body: { json } } },
  [`/api/${path}/admin`]: { GET: write },
  [`/api/${path}/:id`]: {
    ...{ of, GET: item },
    PUT: { who: write, body: { json } },
    DELETE: { who: remove },
  },
});

/** A sign-in page's form, sent empty: everybody gets the same answer. */
const emptySignIn: Write = { who: nobody(422), body: { form: { email: "", password: "" } }, session: true };
const signingOut: Write = { who: nobody("sign in"), session: true };

const ARTICLE = { title: "Another title", content: "Another text.", category: "Energy", status: "published" };
const BRIEF = { companyName: "Another", ticker: "OTHR", analysis: "Another text.", status: "published" };

export const MATRIX: Record<string, Row> = {
  "/": reading,
  "/news": reading,
  "/news/:id": { ...reading, of: "news" },
  "/daily-brief": reading,
  "/daily-brief/:id": { ...reading, of: "daily_briefs" },

  "/login": { GET: EVERYBODY, POST: emptySignIn },
  "/logout": { GET: nobody("sign in"), POST: signingOut },

  "/admin/login": { GET: EVERYBODY, POST: emptySignIn },
  "/admin/logout": { GET: nobody("sign in"), POST: signingOut },
  "/admin": { GET: STAFF },
  ...screens("news", "news", { write: STAFF, remove: DESK, form: ARTICLE }),
  ...screens("daily-brief", "daily_briefs", { write: DESK, form: BRIEF }),

  "/api/auth/user/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/auth/admin/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/admin/profile": { GET: API_STAFF },
  ...endpoints("news", "news", { write: API_STAFF, remove: API_DESK, json: ARTICLE }),
  ...endpoints("daily-brief", "daily_briefs", { write: API_DESK, json: BRIEF }),
  "/api/ads/category/:category": { ...reading, parameters: { category: "square" } },
  "/api/banners": reading,
  "/api/*": {
    GET: MISSING,
    POST: { who: MISSING },
    PUT: { who: MISSING },
    DELETE: { who: MISSING },
    parameters: { "*": "nothing" },
  },

  "/healthz": reading,
  "/readyz": reading,
  "/uploads/:id/:file": { GET: MISSING, of: "images", parameters: { file: "640.webp" } },
  "/*": { GET: MISSING, POST: { who: MISSING }, parameters: { "*": "nothing" } },
};

/** Routes without an address of their own, which run around others and can be asked for alone. */
export const FRAMES: Record<string, Who> = {
  root: EVERYBODY,
  "routes/site/layout": EVERYBODY,
  "routes/account/layout": EVERYBODY,
  "routes/admin/layout": STAFF,
};
