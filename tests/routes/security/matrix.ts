import { smallPicture } from "tests/support/request-bodies";
import { people } from "./matrix-people";
import {
  emptyForm,
  emptyJson,
  emptyPurchase,
  emptySignIn,
  emptySignInPage,
  endpoints,
  MEMBERS_ONWARDS,
  outsideTheDemo,
  reading,
  refusedToMembers,
  screens,
  signingOut,
} from "./matrix-presets";
import {
  API_DESK,
  API_MEMBERS,
  API_OWNER,
  API_STAFF,
  DESK,
  EVERYBODY,
  everybody,
  MEMBERS,
  MISSING,
  membersHear,
  NO_SUCH_VERB,
  OWNER,
  type Row,
  STAFF,
  USELESS,
  type Who,
} from "./outcomes";

const NO_TOKEN = { token: "no-mail-carried-this-token" };

const PICTURE = await smallPicture();

const ARTICLE = { title: "Another title", content: "Another text.", category: "Energy", status: "published" };
const BRIEF = { companyName: "Another", ticker: "OTHR", analysis: "Another text.", status: "published" };
const PICK = { ticker: "OTHR", name: "Another", category: "Tenet" };
const ALERT = {
  ticker: "OTHR",
  name: "Another",
  tag: "buy",
  targetPrice: "10",
  analysis: "Another text.",
  stopLoss: "",
};
const FILM = {
  title: "Another title",
  youtubeLink: "https://www.youtube.com/watch?v=bbbbbbbbbbb",
  status: "published",
};
const QUOTE = { category: "Stocks", name: "Another", last: "12.5" };
const MOVER = { moverType: "losers", name: "Another", last: "12.5", changePercent: "1.5" };
const AD = {
  name: "https://another.test/",
  category: "rectangle",
  position: "2",
  status: "published",
  image: PICTURE,
};
const BANNER = { title: "Another note", url: "https://another.test/", image: PICTURE };
const PLAN = { name: "Another plan", price: 9, expiresIn: 7 };

/** Addresses for programs that read, the same for everybody. */
const feeds: Record<string, Row> = {
  "/news/feed.xml": reading,
  "/daily-brief/feed.xml": reading,
  "/stock-picks/feed.xml": reading,
  "/trade-alert/feed.xml": reading,
  "/videos/feed.xml": reading,
  "/sitemap.xml": reading,
  "/sitemaps/:file": { ...reading, parameters: { file: "pages.xml" } },
  "/robots.txt": reading,
  "/manifest.webmanifest": reading,
  "/og/*": { ...reading, parameters: { "*": "site.png" } },
  "/speculation-rules.json": reading,
};

/** Registering, and the links of mails; no link of the tests is a good one. */
const joining: Record<string, Row> = {
  "/register": {
    GET: EVERYBODY,
    POST: {
      ...emptyForm("firstname", "lastname", "email", "password"),
      who: { ...everybody(422), ...MEMBERS_ONWARDS },
      asData: everybody(422),
      session: true,
    },
  },
  "/verify-email/:token?": { GET: USELESS, parameters: NO_TOKEN },
  "/resend-verification-email": { GET: USELESS },
  "/forget-password": { GET: EVERYBODY, POST: emptyForm("email") },
  "/reset-password/:token": {
    GET: USELESS,
    POST: emptyForm("password", "confirmPassword"),
    parameters: NO_TOKEN,
  },
  "/api/auth/user/register": { GET: NO_SUCH_VERB, POST: emptyJson },
  "/api/auth/user/forget-password": { GET: NO_SUCH_VERB, POST: emptyJson },
  "/api/auth/user/reset-password/:token": { GET: NO_SUCH_VERB, POST: emptyJson, parameters: NO_TOKEN },
  "/api/auth/user/verify-email/:token?": { GET: USELESS, parameters: NO_TOKEN },
  "/api/auth/user/resend-verification": { GET: USELESS },
};

const counted: Row = {
  of: "ads",
  GET: NO_SUCH_VERB,
  POST: { who: EVERYBODY, reads: true },
  PUT: { who: NO_SUCH_VERB },
  DELETE: { who: NO_SUCH_VERB },
};

/** What browsers tell of the ads on a page: the same answer for everybody, and nothing of it is a record. */
const counting: Record<string, Row> = {
  "/ads/:id/views": counted,
  "/ads/:id/clicks": counted,
  "/ads/:id/views.gif": { ...reading, of: "ads" },
};

/** A member's own pages. */
const dashboard: Record<string, Row> = {
  "/dashboard": { GET: MEMBERS, POST: refusedToMembers({ firstname: "", lastname: "" }) },
  "/dashboard/subscription": { GET: MEMBERS },
  "/dashboard/referrals": { GET: MEMBERS },
  "/dashboard/password": { GET: MEMBERS, POST: refusedToMembers({ currentPassword: "", newPassword: "" }) },
  "/dashboard/devices": {
    GET: MEMBERS,
    POST: { who: MEMBERS, body: { form: { device: "none" } }, session: true },
  },
  "/dashboard/delete": { GET: MEMBERS, POST: refusedToMembers({ password: "" }) },
  // The receipt of somebody else: to these members there is no such thing.
  "/dashboard/receipts/:id": { GET: membersHear(404), of: "payments" },
  "/dashboard/export.json": { GET: MEMBERS },
  // Pictures that wait are their owners': nobody has the one of that id.
  "/dashboard/pending-pictures/:id": { GET: membersHear(404), of: "images" },
  "/referral": { GET: MEMBERS },
  "/api/user/profile": {
    GET: API_MEMBERS,
    // A new picture each time: the same names again would change nothing.
    PUT: {
      who: API_MEMBERS,
      body: { multipart: { firstname: "Another", lastname: "Name", profileImage: PICTURE } },
    },
  },
};

/** Who may do what, for every address of app/routes.ts. A new route is a new row here; without one the tests fail. */
export const MATRIX: Record<string, Row> = {
  "/": reading,
  "/news": reading,
  "/news/:id": { ...reading, of: "news" },
  "/daily-brief": reading,
  "/daily-brief/:id": { ...reading, of: "daily_briefs" },
  "/stock-picks": reading,
  "/trade-alert": reading,
  "/trade-alert/:id": { ...reading, of: "trade_alerts" },
  "/videos": reading,
  "/videos/:id": { ...reading, of: "videos" },
  "/market": reading,
  "/search": reading,
  "/search/suggestions": reading,
  "/about": reading,
  "/contact": reading,
  "/privacy": reading,
  "/terms": reading,
  "/disclaimer": reading,
  ...feeds,
  ...counting,
  // Without a payment provider there is nobody to order from.
  "/subscription": {
    GET: EVERYBODY,
    POST: {
      who: { ...everybody(401), basic: 503, premium: 503, "member bearer": 503 },
      body: { form: { packageId: "any" } },
    },
  },
  "/subscription/success": { GET: MEMBERS },

  "/login": { GET: EVERYBODY, POST: emptySignInPage(MEMBERS_ONWARDS) },
  "/logout": { GET: everybody("sign in"), POST: signingOut },

  ...joining,
  ...dashboard,

  "/admin/login": {
    GET: EVERYBODY,
    POST: emptySignInPage({ editor: "in", admin: "in", superadmin: "in", "staff bearer": "in" }),
  },
  "/admin/logout": { GET: everybody("sign in"), POST: signingOut },
  "/admin/pending-pictures/:id": {
    GET: { ...STAFF, editor: 404, admin: 404, superadmin: 404, "staff bearer": 404 },
    of: "images",
  },
  "/admin": { GET: STAFF },
  ...screens("news", "news", { write: STAFF, remove: DESK, body: { form: ARTICLE } }),
  ...screens("daily-brief", "daily_briefs", { write: DESK, body: { form: BRIEF } }),
  ...screens("stock-picks", "stock_picks", { write: DESK, body: { form: PICK } }),
  ...screens("trade-alert", "trade_alerts", { write: DESK, body: { form: ALERT } }),
  ...screens("videos", "videos", { write: STAFF, remove: DESK, body: { form: FILM } }),
  ...screens("market", "quotes", { write: DESK, body: { form: QUOTE } }),
  ...screens("market-movers", "movers", { write: DESK, body: { form: MOVER } }),
  ...screens("ads", "ads", { write: DESK, body: { multipart: AD } }),
  "/admin/ads/:id/counts": { of: "ads", GET: DESK },
  "/admin/ads/:id/counts/export.csv": { of: "ads", GET: DESK },
  ...screens("banner", "banners", { write: OWNER, body: { multipart: BANNER } }),

  ...people,
  ...screens("packages", "packages", {
    write: DESK,
    body: { form: { name: "Another plan", price: "9", expiresIn: "7" } },
  }),
  "/admin/payments": { GET: OWNER },
  "/admin/payments/export.csv": { GET: OWNER },

  "/api/auth/user/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/auth/admin/login": { GET: NO_SUCH_VERB, POST: emptySignIn },
  "/api/admin/profile": { GET: API_STAFF },
  ...endpoints("news", "news", { write: API_STAFF, remove: API_DESK, body: { json: ARTICLE } }),
  ...endpoints("daily-brief", "daily_briefs", { write: API_DESK, body: { json: BRIEF } }),
  ...endpoints("stock-picks", "stock_picks", { write: API_DESK, body: { json: PICK } }),
  ...endpoints("trade-alert", "trade_alerts", { write: API_DESK, body: { json: ALERT } }),
  "/api/trade-alerts": reading,
  ...endpoints("videos", "videos", { write: API_STAFF, remove: API_DESK, body: { json: FILM } }),
  ...endpoints("markets", "quotes", { write: API_DESK, body: { json: QUOTE } }),
  "/api/market-movers": reading,
  "/api/market-movers/admin": { GET: API_DESK, POST: { who: API_DESK, body: { json: MOVER } } },
  "/api/market-movers/admin/:id": {
    of: "movers",
    GET: API_DESK,
    DELETE: { who: API_DESK },
    PUT: { who: API_DESK, body: { json: MOVER } },
  },
  ...endpoints("ads", "ads", { write: API_DESK, body: { multipart: AD } }),
  "/api/ads/category/:category": { ...reading, parameters: { category: "square" } },
  ...endpoints("banners", "banners", { write: API_OWNER, body: { multipart: BANNER } }),
  ...endpoints("packages", "packages", { write: API_DESK, body: { json: PLAN } }),
  "/api/subscription/upgrade": { GET: NO_SUCH_VERB, POST: emptyPurchase },
  "/api/subscription/captureOrder": { GET: NO_SUCH_VERB, POST: emptyPurchase },
  "/api/subscription/payments": { GET: NO_SUCH_VERB, POST: { who: API_OWNER, reads: true } },
  "/api/openapi.json": reading,
  "/api/docs": reading,
  "/api/*": {
    GET: MISSING,
    POST: { who: MISSING },
    PUT: { who: MISSING },
    DELETE: { who: MISSING },
    parameters: { "*": "nothing" },
  },

  "/healthz": reading,
  "/readyz": reading,
  "/theme": {
    GET: EVERYBODY,
    POST: { who: EVERYBODY, body: { form: { theme: "dark", to: "/" } }, session: true },
  },
  // These mails open every account: without DEMO there is no such page, not even for the superadmin.
  "/demo/inbox": { GET: MISSING },
  "/demo/inbox.json": { GET: MISSING },
  "/demo/inbox/:id": { GET: MISSING, of: "mails" },
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
  "routes/account/member-layout": MEMBERS,
  "routes/admin/layout": STAFF,
};
