import { randomBytes } from "node:crypto";
import { type RequestBody, smallPicture } from "tests/support/request-bodies";
import { peopleRows } from "./matrix-people";
import {
  adminScreens,
  apiEndpoints,
  emptyForm,
  emptyJson,
  emptyMemberForm,
  emptyPurchase,
  emptySignIn,
  emptySignInPage,
  MEMBERS_ONWARDS,
  notFoundOutsideDemo,
  pasteScreen,
  publicPage,
  signOut,
} from "./matrix-presets";
import { settingsRows } from "./matrix-settings";
import {
  ADMINS,
  ALL_STAFF,
  API_ADMINS,
  API_MEMBERS,
  API_STAFF,
  API_SUPERADMINS,
  adminsGet,
  forEveryone,
  INVALID_LINK,
  type MatrixRow,
  type MatrixWrite,
  MEMBERS,
  METHOD_NOT_ALLOWED,
  membersGet,
  NOT_FOUND,
  type OutcomeByCaller,
  PUBLIC,
  STAFF_NOT_FOUND,
  SUPERADMINS,
} from "./outcomes";

const TODAY = new Date().toISOString().slice(0, 10);

/** A sign-in without a passkey: the sign-in page shows the reason. */
const emptyPasskey: MatrixWrite = {
  outcomes: forEveryone("sign in"),
  body: { form: { credential: "" } },
  session: true,
};

const NO_TOKEN = { token: "no-mail-carried-this-token" };

const PICTURE = await smallPicture();

/** A view of a list, whose owner has left. */
const LEFT_VIEW: OutcomeByCaller = { ...STAFF_NOT_FOUND, superadmin: "in" };
const VIEW = {
  get name() {
    return `A view ${Math.random()}`;
  },
  readers: "all",
};

const ARTICLE = { title: "Another title", content: "Another text.", category: "Energy", status: "published" };
const BRIEF = { companyName: "Another", ticker: "OTHR", analysis: "Another text.", status: "published" };
const PICK = { ticker: "OTHR", name: "Another", category: "Tenet" };
/** A later time each time: an earlier one would change nothing. */
const UNTIL_NOW = {
  get until() {
    return new Date().toISOString();
  },
};
/** A new text each time: the same text would change nothing. */
const PICK_LIST = {
  get thesis() {
    return `Another idea ${randomBytes(5).toString("hex")}.`;
  },
};
const ALERT = {
  ticker: "OTHR",
  name: "Another",
  tag: "buy",
  targetPrice: "10",
  analysis: "Another text.",
  stopLoss: "",
};
const VIDEO = {
  title: "Another title",
  youtubeLink: "https://www.youtube.com/watch?v=bbbbbbbbbbb",
  status: "published",
};
const QUOTE = { category: "Stocks", name: "Another", last: "12.5" };
/** A new symbol each time, because symbols are unique. */
const INSTRUMENT = {
  name: "Another",
  kind: "stock",
  get symbol() {
    return randomBytes(5).toString("hex");
  },
};
/** A new name each time, as above. */
const PRICE_SOURCE = {
  kind: "csv",
  url: "https://feed.example/{symbol}",
  scope: "all",
  days: "mon-fri",
  hour: "22",
  lookbackDays: "30",
  requestsPerMinute: "5",
  get name() {
    return `Feed ${randomBytes(5).toString("hex")}`;
  },
};
const MOVER = { moverType: "losers", name: "Another", last: "12.5", changePercent: "1.5" };
const AD = {
  name: "https://another.test/",
  category: "rectangle",
  position: "2",
  status: "published",
  image: PICTURE,
};
const BANNER = { title: "Another note", url: "https://another.test/", image: PICTURE };
const COUPON = {
  purpose: "Another campaign",
  percent: "10",
  get code() {
    return `C-${randomBytes(6).toString("hex")}`;
  },
};
const PACKAGE = {
  price: 9,
  expiresIn: 7,
  get name() {
    return `Plan ${randomBytes(5).toString("hex")}`;
  },
};

/** Rows for programs to push; a new name each time: the same one would change nothing. */
const pushed = (row: object): MatrixRow => ({
  GET: METHOD_NOT_ALLOWED,
  PUT: {
    outcomes: API_ADMINS,
    body: {
      json: {
        get rows() {
          return [{ ...row, name: `Pushed ${randomBytes(5).toString("hex")}` }];
        },
      },
    },
  },
});

/** A day's close of an instrument of a migration; another one each time. */
const PUSHED_PRICE: RequestBody = {
  json: {
    get rows() {
      return [{ symbol: "SPX", day: "2026-01-05", close: 5000 + Math.random() }];
    },
  },
};

/** Addresses for programs that only read, equal for everybody. */
const feedRows: Record<string, MatrixRow> = {
  "/feed.xml": publicPage,
  "/news/feed.xml": publicPage,
  "/daily-brief/feed.xml": publicPage,
  "/stock-picks/feed.xml": publicPage,
  "/trade-alert/feed.xml": publicPage,
  "/videos/feed.xml": publicPage,
  "/track-record.csv": publicPage,
  "/track-record.json": publicPage,
  "/track-record/log.json": publicPage,
  "/sitemap.xml": publicPage,
  "/sitemaps/:file": { ...publicPage, parameters: { file: "pages.xml" } },
  "/robots.txt": publicPage,
  "/manifest.webmanifest": publicPage,
  "/og/*": { ...publicPage, parameters: { "*": "site.png" } },
  "/brand/:file": { ...publicPage, parameters: { file: "0123456789abcdef.css" } },
};

/** Registration and emailed links; none of the tests' links is valid. */
const registrationRows: Record<string, MatrixRow> = {
  "/register": {
    GET: PUBLIC,
    POST: {
      ...emptyForm("firstname", "lastname", "email", "password"),
      outcomes: { ...forEveryone(422), ...MEMBERS_ONWARDS },
      asData: forEveryone(422),
      session: true,
    },
  },
  "/verify-email/:token?": { GET: INVALID_LINK, parameters: NO_TOKEN },
  "/resend-verification-email": { GET: INVALID_LINK },
  // Pages ask for no challenge, so they see the sign-in page again, with the reason.
  "/login/passkey": { GET: forEveryone("sign in"), POST: emptyPasskey },
  "/login/link": { GET: PUBLIC, POST: emptyForm("email") },
  "/login/link/code": { GET: PUBLIC, POST: emptyForm("code") },
  "/login/link/:token": {
    GET: INVALID_LINK,
    POST: { outcomes: INVALID_LINK, body: { form: {} } },
    parameters: NO_TOKEN,
  },
  "/forget-password": { GET: PUBLIC, POST: emptyForm("email") },
  "/reset-password/:token": {
    GET: INVALID_LINK,
    POST: emptyForm("password", "confirmPassword"),
    parameters: NO_TOKEN,
  },
  "/api/auth/user/register": { GET: METHOD_NOT_ALLOWED, POST: emptyJson },
  "/api/auth/user/forget-password": { GET: METHOD_NOT_ALLOWED, POST: emptyJson },
  "/api/auth/user/reset-password/:token": { GET: METHOD_NOT_ALLOWED, POST: emptyJson, parameters: NO_TOKEN },
  "/api/auth/user/verify-email/:token?": { GET: INVALID_LINK, parameters: NO_TOKEN },
  "/api/auth/user/resend-verification": { GET: INVALID_LINK },
};

const adCountRow: MatrixRow = {
  table: "ads",
  GET: METHOD_NOT_ALLOWED,
  POST: { outcomes: PUBLIC, readOnly: true },
  PUT: { outcomes: METHOD_NOT_ALLOWED },
  DELETE: { outcomes: METHOD_NOT_ALLOWED },
};

/** Browsers report the ads of a page: the same answer for everybody, and no record. */
const adCountRows: Record<string, MatrixRow> = {
  "/ads/:id/views": adCountRow,
  "/ads/:id/clicks": adCountRow,
  "/ads/:id/views.gif": { ...publicPage, table: "ads" },
};

const articleReading = { section: "news", id: "00000000-0000-4000-8000-000000000000", file: "views" };

/** Browsers report that an article was read: the same answer for everybody. */
const readingRows: Record<string, MatrixRow> = {
  "/readings/:section/:id/:file": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: PUBLIC, readOnly: true },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: articleReading,
  },
};

/** Browsers report that a page was opened through a newsletter: the same answer for everybody. */
const editionClickRows: Record<string, MatrixRow> = {
  "/editions/:file": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: PUBLIC, readOnly: true },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: { file: "clicks" },
  },
};

/** Browsers report a page's paywall: the same answer for everybody. */
const lockRows: Record<string, MatrixRow> = {
  "/locks/:file": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: PUBLIC, readOnly: true, search: "?from=/stock-picks" },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: { file: "shown" },
  },
};

/** A member's own pages. */
const dashboardRows: Record<string, MatrixRow> = {
  "/dashboard": { GET: MEMBERS, POST: emptyMemberForm({ firstname: "", lastname: "" }) },
  "/dashboard/subscription": { GET: MEMBERS },
  "/dashboard/notifications": {
    GET: MEMBERS,
    // They get these messages and no other emails already, so nothing changes.
    POST: { outcomes: MEMBERS, body: { form: { messages: "on" } }, readOnly: true },
  },
  // No member of the tests has an address, so nothing changes.
  "/dashboard/feeds": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, body: { form: { section: "news", change: "remove" } }, readOnly: true },
  },
  "/dashboard/notifications/devices": {
    GET: PUBLIC,
    // Every kind is on already.
    POST: {
      outcomes: MEMBERS,
      body: { form: { choice: "kinds", alerts: "on", prices: "on", briefs: "on", news: "on" } },
      readOnly: true,
    },
  },
  "/dashboard/referrals": { GET: MEMBERS },
  "/dashboard/email": { GET: MEMBERS, POST: emptyMemberForm({ email: "", password: "" }) },
  "/dashboard/email/:token": {
    GET: membersGet(400),
    POST: { outcomes: membersGet(400), body: { form: {} } },
    parameters: NO_TOKEN,
  },
  "/dashboard/password": { GET: MEMBERS, POST: emptyMemberForm({ currentPassword: "", newPassword: "" }) },
  "/dashboard/devices": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, body: { form: { device: "none" } }, session: true },
  },
  "/dashboard/passkeys": { GET: MEMBERS },
  "/dashboard/passkeys/new": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, body: { form: { credential: "", name: "", password: "" } }, readOnly: true },
  },
  // The tests' passkey belongs to another member.
  "/dashboard/passkeys/:id/removal": {
    GET: membersGet(404),
    POST: { outcomes: membersGet(404), body: { form: { password: "" } } },
    table: "passkeys",
  },
  "/dashboard/deletion": { GET: MEMBERS, POST: emptyMemberForm({ password: "" }) },
  // No address of the tests is suppressed, so nothing changes.
  "/dashboard/email-retry": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, readOnly: true },
    PUT: { outcomes: membersGet(405) },
    DELETE: { outcomes: membersGet(405) },
  },
  // No member of the tests requested deletion, so nothing changes.
  "/dashboard/deletion/cancellation": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, readOnly: true },
    PUT: { outcomes: membersGet(405) },
    DELETE: { outcomes: membersGet(405) },
  },
  // Another member's receipt: a 404 for these members.
  "/dashboard/receipts/:id": { GET: membersGet(404), table: "payments" },
  "/dashboard/receipts/:id/credit-note": { GET: membersGet(404), table: "payments" },
  // Neither has given a gift.
  "/dashboard/gifts/:id": {
    GET: membersGet(404),
    POST: { outcomes: membersGet(404), body: { form: { recipientEmail: "" } } },
    table: "gifts",
  },
  "/dashboard/export.json": { GET: MEMBERS },
  // Pending pictures belong to their uploader: nobody has one with this id.
  "/dashboard/pending-pictures/:id": { GET: membersGet(404), table: "images" },
  "/referral": { GET: MEMBERS },
  "/api/user/profile": {
    GET: API_MEMBERS,
    // A new picture each time: the same names would change nothing.
    PUT: {
      outcomes: API_MEMBERS,
      body: { multipart: { firstname: "Another", lastname: "Name", profileImage: PICTURE } },
    },
  },
};

const TAB_NAME = "10000000-0000-4000-8000-000000000001";
const draftBody = { kind: "news", record: "new" };

/** Next to the news form, which editors use; the forms of briefs and alerts are for admins. */
const writingRows: Record<string, MatrixRow> = {
  "/admin/openings/:kind/:id": {
    GET: METHOD_NOT_ALLOWED,
    // Opening a form changes no content.
    POST: { outcomes: ALL_STAFF, body: { form: {} }, readOnly: true },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: { kind: "news" },
    table: "news",
  },
  "/admin/writing/:kind/preview": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: ALL_STAFF, body: { form: ARTICLE }, readOnly: true },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: { kind: "news" },
  },
  "/admin/writing/:kind/:record/draft": {
    GET: METHOD_NOT_ALLOWED,
    // A tab continues its own draft.
    POST: { outcomes: ALL_STAFF, body: { form: { ...ARTICLE, draftWriter: TAB_NAME } } },
    PUT: { outcomes: METHOD_NOT_ALLOWED },
    DELETE: { outcomes: METHOD_NOT_ALLOWED },
    parameters: draftBody,
  },
  // No person of the tests left a draft, so there is nothing to discard.
  "/admin/writing/:kind/:record/draft/deletion": {
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: { draftOver: `${TAB_NAME}:9999` } }, readOnly: true },
    parameters: draftBody,
  },
};

/**
 * Who may do what at every address of app/routes.ts. A new route needs a new row; without one the tests
 * fail.
 */
export const MATRIX: Record<string, MatrixRow> = {
  "/": publicPage,
  "/news": publicPage,
  "/news/:id": { ...publicPage, table: "news" },
  "/daily-brief": publicPage,
  "/daily-brief/:id": { ...publicPage, table: "daily_briefs" },
  "/stock-picks": publicPage,
  "/trade-alert": publicPage,
  "/trade-alert/:id": { ...publicPage, table: "trade_alerts" },
  "/videos": publicPage,
  "/videos/:id": { ...publicPage, table: "videos" },
  // Without a chosen reader or a link there is no preview: tests/routes/site/previews.test.ts.
  "/preview/news/:id": { table: "news", GET: NOT_FOUND },
  "/preview/daily-brief/:id": { table: "daily_briefs", GET: NOT_FOUND },
  "/preview/trade-alert/:id": { table: "trade_alerts", GET: NOT_FOUND },
  "/preview/videos/:id": { table: "videos", GET: NOT_FOUND },
  "/market": publicPage,
  // Created by a migration; no call names it.
  "/stock/:symbol": { ...publicPage, parameters: { symbol: "SPX" } },
  "/stock/:symbol/feed.xml": { ...publicPage, parameters: { symbol: "SPX" } },
  // The matrix's records have no author.
  "/author/:slug": { GET: NOT_FOUND, parameters: { slug: "ada-writer" } },
  "/track-record": publicPage,
  "/track-record/verify": publicPage,
  "/track-record/withdrawn": publicPage,
  // The matrix's call is not settled.
  "/track-record/:id": { GET: NOT_FOUND, table: "calls" },
  "/notifications": { GET: MEMBERS },
  "/notifications/read": {
    GET: PUBLIC,
    POST: { outcomes: MEMBERS, body: { form: UNTIL_NOW } },
  },
  "/watchlist": { GET: MEMBERS, POST: { outcomes: MEMBERS, body: { form: { symbol: "SPX" } } } },
  "/watchlist/authors": { GET: MEMBERS },
  "/watchlist/saved": { GET: MEMBERS },
  "/watchlist/alerts": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, body: { form: { change: "mails", mails: "on" } } },
  },
  "/watchlist/alerts/new": {
    GET: MEMBERS,
    POST: { outcomes: MEMBERS, body: { form: { company: "SPX", kind: "rises", level: "9000" } } },
  },
  // Neither member has this one.
  "/watchlist/alerts/:id": {
    GET: membersGet(404),
    POST: { outcomes: membersGet(404), body: { form: { company: "SPX", kind: "falls", level: "1" } } },
    table: "price_alerts",
  },
  "/watchlist/entries": {
    GET: PUBLIC,
    POST: {
      outcomes: MEMBERS,
      body: { form: { entry: "00000000-0000-4000-8000-000000000000", change: "remove" } },
    },
  },
  "/watchlist/marks": {
    GET: PUBLIC,
    POST: { outcomes: MEMBERS, body: { form: { remove: "company:SPX" } } },
  },
  "/search": publicPage,
  "/search/suggestions": publicPage,
  "/about": publicPage,
  "/contact": publicPage,
  "/privacy": publicPage,
  "/terms": publicPage,
  "/disclaimer": publicPage,
  ...feedRows,
  ...adCountRows,
  ...readingRows,
  ...editionClickRows,
  ...lockRows,
  // Without a payment provider there are no orders.
  "/subscription": {
    GET: PUBLIC,
    POST: {
      outcomes: { ...forEveryone(401), basic: 503, premium: 503, "member bearer": 503 },
      body: { form: { packageId: "any" } },
    },
  },
  "/subscription/success": { GET: MEMBERS },
  "/subscription/gift": {
    GET: MEMBERS,
    POST: { ...emptyMemberForm({ packageId: "", recipientEmail: "" }), readOnly: true },
  },
  // No link of the tests is valid.
  "/gift/:token": {
    GET: forEveryone(404),
    POST: { outcomes: { ...forEveryone("sign in"), ...membersGet(404) }, body: { form: {} } },
    parameters: NO_TOKEN,
  },
  "/newsletters": {
    GET: PUBLIC,
    POST: {
      ...emptyForm("email"),
      // The page redirects them to their account.
      outcomes: { ...forEveryone(422), ...MEMBERS_ONWARDS },
      asData: forEveryone(422),
      readOnly: true,
    },
  },
  // No link of the tests is valid.
  "/newsletters/:token": {
    GET: forEveryone(404),
    POST: { outcomes: forEveryone(404), body: { form: {} } },
    parameters: NO_TOKEN,
  },
  // Email programs expect 200 for any token.
  "/unsubscribe/price-alerts/:token": {
    GET: forEveryone(404),
    POST: { outcomes: forEveryone("in"), body: { form: {} }, readOnly: true },
    parameters: NO_TOKEN,
  },
  "/unsubscribe/messages/:token": {
    GET: forEveryone(404),
    POST: { outcomes: forEveryone("in"), body: { form: {} }, readOnly: true },
    parameters: NO_TOKEN,
  },
  "/unsubscribe/:newsletter/:token": {
    GET: forEveryone(404),
    POST: { outcomes: forEveryone("in"), body: { form: {} }, readOnly: true },
    parameters: { newsletter: "briefs", ...NO_TOKEN },
  },

  // No token of the tests is an address.
  "/feeds/:section/:token": { GET: forEveryone(404), parameters: { section: "news", ...NO_TOKEN } },

  "/login": { GET: PUBLIC, POST: emptySignInPage(MEMBERS_ONWARDS) },
  "/logout": { GET: forEveryone("sign in"), POST: signOut },

  ...registrationRows,
  ...dashboardRows,

  "/admin/login": {
    GET: PUBLIC,
    POST: emptySignInPage({ editor: "in", admin: "in", superadmin: "in", "staff bearer": "in" }),
  },
  "/admin/login/passkey": { GET: forEveryone("sign in"), POST: emptyPasskey },
  "/admin/login/second-step/passkey": { GET: PUBLIC, POST: emptyPasskey },
  // No sign-in waits for a code.
  "/admin/login/second-step": {
    GET: { ...INVALID_LINK, editor: "in", admin: "in", superadmin: "in", "staff bearer": "in" },
    POST: { outcomes: forEveryone("sign in"), body: { form: { code: "123456" } } },
  },
  // No link of the tests is an invitation.
  "/admin/invitation/:token": {
    GET: INVALID_LINK,
    POST: { outcomes: INVALID_LINK, body: { form: { password: "", confirmPassword: "" } } },
    parameters: NO_TOKEN,
  },
  "/admin/logout": { GET: forEveryone("sign in"), POST: signOut },
  "/admin/pending-pictures/:id": {
    GET: { ...ALL_STAFF, editor: 404, admin: 404, superadmin: 404, "staff bearer": 404 },
    table: "images",
  },
  ...writingRows,
  "/admin": { GET: ALL_STAFF },
  // A missing page: staff get a 404 in their frame, others are redirected to sign in as from any screen.
  "/admin/*": {
    GET: STAFF_NOT_FOUND,
    POST: { outcomes: NOT_FOUND },
    parameters: { "*": "nothing" },
  },
  "/admin/go": { GET: ALL_STAFF },
  "/admin/go.json": { GET: ALL_STAFF },
  "/admin/changes": { GET: ALL_STAFF },
  "/admin/changes/:id": { table: "changes", GET: ALL_STAFF },
  "/admin/bin": { table: "binned_records", GET: ADMINS, POST: { outcomes: ADMINS, search: "?delete={id}" } },
  "/admin/bin/export.csv": { GET: ADMINS },
  "/admin/bin/:id": {
    table: "binned_records",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: {} } },
  },
  ...adminScreens("pictures", "library_pictures", {
    write: ALL_STAFF,
    remove: ADMINS,
    body: { multipart: { title: "The harbour", focus: "top", image: PICTURE } },
  }),
  // An editor adds and edits single records, but has no bulk actions.
  "/admin/pictures/selection": {
    table: "library_pictures",
    GET: { ...ADMINS, editor: 404 },
    POST: { outcomes: { ...ADMINS, editor: 404 }, body: { form: {} }, readOnly: true },
  },
  "/admin/pictures/choices": { GET: ALL_STAFF },
  "/admin/ledger-checks": { GET: SUPERADMINS, POST: { outcomes: SUPERADMINS } },
  ...adminScreens("news", "news", {
    write: ALL_STAFF,
    remove: ADMINS,
    body: { form: ARTICLE },
    publication: true,
    preview: true,
  }),
  ...adminScreens("daily-brief", "daily_briefs", {
    write: ADMINS,
    body: { form: BRIEF },
    publication: true,
    preview: true,
  }),
  ...adminScreens("stock-picks", "stock_picks", { write: ADMINS, body: { form: PICK }, publication: true }),
  "/admin/stock-picks/paste": pasteScreen("Ticker\tName\nOTHR\tAnother"),
  // One per list: pick lists cannot be added or deleted.
  "/admin/pick-lists": { table: "pick_lists", GET: ADMINS },
  "/admin/pick-lists/export.csv": { GET: ADMINS },
  "/admin/pick-lists/:id/edit": {
    table: "pick_lists",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: PICK_LIST } },
  },
  ...adminScreens("trade-alert", "trade_alerts", {
    ...{ write: ADMINS, body: { form: ALERT }, preview: true, publication: true },
  }),
  "/admin/calendar": { GET: ALL_STAFF },
  "/admin/views/:list/new": {
    parameters: { list: "news" },
    GET: ALL_STAFF,
    POST: { outcomes: ALL_STAFF, body: { form: VIEW } },
  },
  // A colleague's who has left: superadmins can change it.
  "/admin/views/:id": {
    table: "list_views",
    GET: LEFT_VIEW,
    POST: { outcomes: LEFT_VIEW, body: { form: VIEW } },
  },
  "/admin/views/:id/deletion": {
    table: "list_views",
    GET: LEFT_VIEW,
    POST: { outcomes: LEFT_VIEW, body: { form: {} } },
  },
  "/admin/calls": { GET: ADMINS },
  "/admin/calls/export.csv": { GET: ADMINS },
  "/admin/calls/:id": {
    table: "calls",
    GET: ADMINS,
    POST: {
      outcomes: ADMINS,
      body: { form: { on: TODAY, price: "12", reason: "by hand", note: "Why.", confirmed: "on" } },
    },
  },
  ...adminScreens("videos", "videos", {
    write: ALL_STAFF,
    remove: ADMINS,
    body: { form: VIDEO },
    publication: true,
    preview: true,
  }),
  ...adminScreens("market", "quotes", { write: ADMINS, body: { form: QUOTE } }),
  "/admin/market/paste": pasteScreen("Name\tLast\nAnother\t12.5"),
  ...adminScreens("market-movers", "movers", { write: ADMINS, body: { form: MOVER } }),
  "/admin/market-movers/paste": pasteScreen("Name\tLast\nAnother\t12.5"),
  ...adminScreens("instruments", "instruments", { write: ADMINS, body: { form: INSTRUMENT } }),
  "/admin/instruments/paste": pasteScreen("Symbol\tDay\tClose\nSPX\t2026-01-05\t12.5"),
  "/admin/instruments/:id/merge": {
    table: "instruments",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { into: "SPX", confirmed: "yes" } } },
  },
  "/admin/instruments/:id/prices": {
    table: "instruments",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { text: "day,close\n2026-01-05,12.5" } } },
  },
  "/admin/instruments/:id/splits": {
    table: "instruments",
    GET: ADMINS,
    POST: { outcomes: ADMINS, body: { form: { day: "2026-01-05", ratio: "2", confirmed: "on" } } },
  },
  ...adminScreens("price-sources", "price_sources", { write: ADMINS, body: { form: PRICE_SOURCE } }),
  "/admin/price-sources/:id": { table: "price_sources", GET: ADMINS },
  "/admin/price-sources/:id/runs": {
    table: "price_sources",
    GET: ADMINS,
    // A run is already in progress.
    POST: { outcomes: adminsGet(409), readOnly: true },
  },
  // Requests no provider and writes nothing in any case.
  "/admin/price-sources/:id/trial": {
    table: "price_sources",
    GET: ADMINS,
    POST: {
      outcomes: adminsGet(422),
      body: { form: { symbol: "SPX" } },
      readOnly: true,
    },
  },
  ...adminScreens("ads", "ads", { write: ADMINS, body: { multipart: AD }, publication: true }),
  "/admin/ads/:id/counts": { table: "ads", GET: ADMINS },
  "/admin/ads/:id/counts/export.csv": { table: "ads", GET: ADMINS },
  ...adminScreens("banner", "banners", { write: SUPERADMINS, body: { multipart: BANNER } }),

  ...peopleRows,
  ...settingsRows,
  ...adminScreens("packages", "packages", {
    write: ADMINS,
    body: {
      get form() {
        return { name: PACKAGE.name, price: "9", expiresIn: "7" };
      },
    },
  }),
  ...adminScreens("coupons", "coupons", { write: SUPERADMINS, body: { form: COUPON } }),
  "/admin/payments": { GET: SUPERADMINS },
  "/admin/payments/access": {
    GET: SUPERADMINS,
    POST: {
      outcomes: { ...SUPERADMINS, superadmin: 409 },
      body: { form: { kind: "paid twice", subject: "none", fix: "accept" } },
    },
  },
  "/admin/payments/export.csv": { GET: SUPERADMINS },
  "/admin/payments/:id/receipt": { GET: SUPERADMINS, table: "payments" },
  // The tests' payment was not refunded, so there is nothing to correct.
  "/admin/payments/:id/refund": {
    GET: SUPERADMINS,
    POST: { outcomes: { ...SUPERADMINS, superadmin: 422 }, body: { form: { amount: "no figure" } } },
    table: "payments",
  },
  "/admin/payments/:id/credit-note": { GET: { ...SUPERADMINS, superadmin: 404 }, table: "payments" },
  "/admin/numbers": { GET: SUPERADMINS },
  "/admin/numbers/export.csv": { GET: SUPERADMINS },
  "/admin/numbers/locks.csv": { GET: SUPERADMINS },

  "/api/auth/user/login": { GET: METHOD_NOT_ALLOWED, POST: emptySignIn },
  "/api/auth/admin/login": { GET: METHOD_NOT_ALLOWED, POST: emptySignIn },
  "/api/admin/profile": { GET: API_STAFF },
  ...apiEndpoints("news", "news", { write: API_STAFF, remove: API_ADMINS, body: { json: ARTICLE } }),
  ...apiEndpoints("daily-brief", "daily_briefs", { write: API_ADMINS, body: { json: BRIEF } }),
  ...apiEndpoints("stock-picks", "stock_picks", { write: API_ADMINS, body: { json: PICK } }),
  ...apiEndpoints("trade-alert", "trade_alerts", { write: API_ADMINS, body: { json: ALERT } }),
  "/api/trade-alerts": publicPage,
  ...apiEndpoints("videos", "videos", { write: API_STAFF, remove: API_ADMINS, body: { json: VIDEO } }),
  ...apiEndpoints("markets", "quotes", { write: API_ADMINS, body: { json: QUOTE } }),
  "/api/markets/stream": publicPage,
  "/api/markets/bulk": pushed({ category: "Stocks", last: 12.5 }),
  "/api/stock-picks/bulk": pushed({ ticker: "PSHD", category: "Tenet" }),
  "/api/prices/bulk": { GET: METHOD_NOT_ALLOWED, PUT: { outcomes: API_ADMINS, body: PUSHED_PRICE } },
  "/api/market-movers/bulk": pushed({ moverType: "losers", last: 12.5, changePercent: 1.5 }),
  "/api/market-movers": publicPage,
  "/api/market-movers/admin": { GET: API_ADMINS, POST: { outcomes: API_ADMINS, body: { json: MOVER } } },
  "/api/market-movers/admin/:id": {
    table: "movers",
    GET: API_ADMINS,
    DELETE: { outcomes: API_ADMINS },
    PUT: { outcomes: API_ADMINS, body: { json: MOVER } },
  },
  ...apiEndpoints("ads", "ads", { write: API_ADMINS, body: { multipart: AD } }),
  "/api/ads/category/:category": { ...publicPage, parameters: { category: "square" } },
  ...apiEndpoints("banners", "banners", { write: API_SUPERADMINS, body: { multipart: BANNER } }),
  ...apiEndpoints("packages", "packages", { write: API_ADMINS, body: { json: PACKAGE } }),
  "/api/coupons/admin": {
    GET: API_SUPERADMINS,
    POST: { outcomes: API_SUPERADMINS, body: { json: COUPON } },
  },
  "/api/coupons/admin/:id": {
    table: "coupons",
    GET: API_SUPERADMINS,
    DELETE: { outcomes: API_SUPERADMINS },
    PUT: { outcomes: API_SUPERADMINS, body: { json: COUPON } },
  },
  "/api/subscription/upgrade": { GET: METHOD_NOT_ALLOWED, POST: emptyPurchase },
  "/api/subscription/captureOrder": { GET: METHOD_NOT_ALLOWED, POST: emptyPurchase },
  "/api/subscription/payments": {
    GET: METHOD_NOT_ALLOWED,
    POST: { outcomes: API_SUPERADMINS, readOnly: true },
  },
  "/api/changes": publicPage,
  "/api/openapi.json": publicPage,
  "/api/postman.json": publicPage,
  "/api/docs": publicPage,
  "/api/*": {
    GET: NOT_FOUND,
    POST: { outcomes: NOT_FOUND },
    PUT: { outcomes: NOT_FOUND },
    DELETE: { outcomes: NOT_FOUND },
    parameters: { "*": "nothing" },
  },

  "/healthz": publicPage,
  "/readyz": publicPage,
  "/banners/dismissed": {
    GET: PUBLIC,
    POST: { outcomes: PUBLIC, body: { form: {} }, session: true },
  },
  "/theme": {
    GET: PUBLIC,
    POST: { outcomes: PUBLIC, body: { form: { theme: "dark", to: "/" } }, session: true },
  },
  // These emails open every account: without DEMO the page does not exist, not even for superadmins.
  "/demo/inbox": { GET: NOT_FOUND },
  "/demo/inbox.json": { GET: NOT_FOUND },
  "/demo/inbox/:id": { GET: NOT_FOUND, table: "mails" },
  "/uploads/:id/:file": { GET: NOT_FOUND, table: "images", parameters: { file: "640.webp" } },
  // Without a payment provider there are no webhooks.
  "/webhooks/paypal": {
    GET: NOT_FOUND,
    POST: { outcomes: NOT_FOUND },
    PUT: { outcomes: NOT_FOUND },
    DELETE: { outcomes: NOT_FOUND },
  },
  // Without a secret there are no reports about emails.
  "/webhooks/mail-reports": {
    GET: NOT_FOUND,
    POST: { outcomes: NOT_FOUND },
    PUT: { outcomes: NOT_FOUND },
    DELETE: { outcomes: NOT_FOUND },
  },
  "/demo/webhooks/:token": {
    parameters: { token: "one" },
    GET: NOT_FOUND,
    POST: { outcomes: NOT_FOUND },
    PUT: { outcomes: NOT_FOUND },
    DELETE: { outcomes: NOT_FOUND },
  },
  ...notFoundOutsideDemo("/demo/paypal/checkoutnow"),
  ...notFoundOutsideDemo("/demo/paypal/v1/oauth2/token"),
  ...notFoundOutsideDemo("/demo/paypal/v1/notifications/verify-webhook-signature"),
  ...notFoundOutsideDemo("/demo/paypal/v2/checkout/orders"),
  ...notFoundOutsideDemo("/demo/paypal/v2/checkout/orders/:id"),
  ...notFoundOutsideDemo("/demo/paypal/v2/checkout/orders/:id/capture"),
  ...notFoundOutsideDemo("/demo/paypal/v2/payments/captures/:id"),
  ...notFoundOutsideDemo("/demo/paypal/v2/payments/captures/:id/refund"),
  ...notFoundOutsideDemo("/demo/paypal/v2/payments/refunds/:id"),
  "/*": { GET: NOT_FOUND, POST: { outcomes: NOT_FOUND }, parameters: { "*": "nothing" } },
};

/** Layout routes without their own address, which can be requested alone. */
export const LAYOUTS: Record<string, OutcomeByCaller> = {
  root: PUBLIC,
  "routes/site/layout": PUBLIC,
  "routes/account/layout": PUBLIC,
  "routes/account/member-layout": MEMBERS,
  "routes/admin/layout": ALL_STAFF,
};
