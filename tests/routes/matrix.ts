import type { Body } from "tests/support/bodies";
import type { Caller } from "tests/support/people";

/**
 * Who may do what, for every address of app/routes.ts. A new route is a new row here; without one the tests fail.
 *
 * `in`: let through (2xx, or a redirect that does not lead to a sign-in page). `sign in`: sent to a sign-in page.
 * A number: exactly that status.
 */
export type Outcome = "in" | "sign in" | 401 | 403 | 404 | 405 | 422 | 503;
export type Who = Record<Caller, Outcome>;

export type Write = {
  who: Who;
  /** Where the form that Remix's script sends is answered differently. */
  asData?: Who;
  /** Added to the address; `{id}` is the record's id. */
  search?: string;
  body?: Body;
  /** What is written is a session, which everybody may end or begin. */
  session?: true;
  /** A documented POST that only reads. */
  reads?: true;
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

const everybody = (outcome: Outcome): Who => ({
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
const MISSING = everybody(404);
const NO_SUCH_VERB = everybody(405);

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
  ...{ visitor: 401, "inactive staff": 401, basic: 403, premium: 403, "member bearer": 403 },
});

/** The same three for the API, which has no page to send anybody to. */
export const API_STAFF = asApi(STAFF);
export const API_DESK = asApi(DESK);
export const API_OWNER = asApi(OWNER);

/** The account pages of members: staff are no members. */
export const MEMBERS: Who = { ...everybody("sign in"), basic: "in", premium: "in", "member bearer": "in" };
/** Members' things in the API. */
export const API_MEMBERS: Who = { ...everybody(401), basic: "in", premium: "in", "member bearer": "in" };

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

/** A sign-in's form, sent empty. */
const emptySignIn: Write = {
  who: everybody(422),
  body: { form: { email: "", password: "" } },
  session: true,
};

/** The same as a page, which sends whoever is signed in already to where they were going. */
const emptySignInPage = (signedIn: Partial<Who>): Write => ({
  ...emptySignIn,
  who: { ...everybody(422), ...signedIn },
  asData: everybody(422),
});
const signingOut: Write = { who: everybody("sign in"), session: true };

const ARTICLE = { title: "Another title", content: "Another text.", category: "Energy", status: "published" };
const BRIEF = { companyName: "Another", ticker: "OTHR", analysis: "Another text.", status: "published" };
const PLAN = { name: "Another plan", price: 9, expiresIn: 7 };

/** A purchase's call, sent empty: members are told what is missing. */
const emptyPurchase: Write = {
  who: { ...API_MEMBERS, basic: 422, premium: 422, "member bearer": 422 },
  body: { json: {} },
};

/** What exists in the demo only; `of` is any table, its ids are nobody's orders. */
const outsideTheDemo = (pattern: string): Record<string, Row> => {
  const gone: Write = { who: MISSING };
  return { [pattern]: { of: "members", GET: MISSING, POST: gone, PUT: gone, DELETE: gone } };
};

export const MATRIX: Record<string, Row> = {
  "/": reading,
  "/news": reading,
  "/news/:id": { ...reading, of: "news" },
  "/daily-brief": reading,
  "/daily-brief/:id": { ...reading, of: "daily_briefs" },
  // Without a payment provider there is nobody to order from.
  "/subscription": {
    GET: EVERYBODY,
    POST: {
      who: { ...everybody(401), basic: 503, premium: 503, "member bearer": 503 },
      body: { form: { packageId: "any" } },
    },
  },
  "/subscription/success": { GET: MEMBERS },

  "/login": { GET: EVERYBODY, POST: emptySignInPage({ basic: "in", premium: "in", "member bearer": "in" }) },
  "/logout": { GET: everybody("sign in"), POST: signingOut },

  "/admin/login": {
    GET: EVERYBODY,
    POST: emptySignInPage({ editor: "in", admin: "in", superadmin: "in", "staff bearer": "in" }),
  },
  "/admin/logout": { GET: everybody("sign in"), POST: signingOut },
  "/admin": { GET: STAFF },
  ...screens("news", "news", { write: STAFF, remove: DESK, form: ARTICLE }),
  ...screens("daily-brief", "daily_briefs", { write: DESK, form: BRIEF }),

  ...screens("packages", "packages", {
    write: DESK,
    form: { name: "Another plan", price: "9", expiresIn: "7" },
  }),
  "/admin/payments": { GET: OWNER },
  "/admin/payments/export.csv": { GET: OWNER },

  "/api/auth/user/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/auth/admin/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/admin/profile": { GET: API_STAFF },
  ...endpoints("news", "news", { write: API_STAFF, remove: API_DESK, json: ARTICLE }),
  ...endpoints("daily-brief", "daily_briefs", { write: API_DESK, json: BRIEF }),
  "/api/ads/category/:category": { ...reading, parameters: { category: "square" } },
  "/api/banners": reading,
  ...endpoints("packages", "packages", { write: API_DESK, json: PLAN }),
  "/api/subscription/upgrade": { GET: NO_SUCH_VERB, POST: emptyPurchase },
  "/api/subscription/captureOrder": { GET: NO_SUCH_VERB, POST: emptyPurchase },
  "/api/subscription/payments": { GET: NO_SUCH_VERB, POST: { who: API_OWNER, reads: true } },
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
  // Without a payment provider nobody has anything to say about payments.
  "/webhooks/paypal": {
    GET: MISSING,
    POST: { who: MISSING },
    PUT: { who: MISSING },
    DELETE: { who: MISSING },
  },
  ...outsideTheDemo("/demo/paypal/checkoutnow"),
  ...outsideTheDemo("/demo/paypal/v1/oauth2/token"),
  ...outsideTheDemo("/demo/paypal/v1/notifications/verify-webhook-signature"),
  ...outsideTheDemo("/demo/paypal/v2/checkout/orders"),
  ...outsideTheDemo("/demo/paypal/v2/checkout/orders/:id"),
  ...outsideTheDemo("/demo/paypal/v2/checkout/orders/:id/capture"),
  ...outsideTheDemo("/demo/paypal/v2/payments/captures/:id"),
  ...outsideTheDemo("/demo/paypal/v2/payments/captures/:id/refund"),
  "/*": { GET: MISSING, POST: { who: MISSING }, parameters: { "*": "nothing" } },
};

/** Routes without an address of their own, which run around others and can be asked for alone. */
export const FRAMES: Record<string, Who> = {
  root: EVERYBODY,
  "routes/site/layout": EVERYBODY,
  "routes/account/layout": EVERYBODY,
  "routes/admin/layout": STAFF,
};
