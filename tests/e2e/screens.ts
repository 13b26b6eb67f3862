import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext } from "@playwright/test";

/**
 * Back-office lists and forms that differ only in columns and fields; news represent their look. Axe checks
 * each in one theme and at one width.
 */
export const SIMILAR_SCREENS = [
  "/admin/packages",
  "/admin/packages/{packages}/edit",
  "/admin/daily-brief/{daily-brief}/edit",
  "/admin/stock-picks",
  "/admin/stock-picks/new",
  "/admin/stock-picks/{stock-picks}/edit",
  "/admin/stock-picks/paste",
  "/admin/market-movers/paste",
  "/admin/instruments/paste",
  "/admin/manage-users/paste",
  "/admin/pick-lists",
  "/admin/pick-lists/{pick list}/edit",
  "/admin/trade-alert",
  "/admin/trade-alert/new",
  "/admin/trade-alert/{trade-alert}/edit",
  "/admin/videos",
  "/admin/videos/new",
  "/admin/market/{markets}/edit",
  "/admin/market-movers/new",
  "/admin/market-movers/{market-movers}/edit",
  "/admin/ads/{ads}/edit",
  "/admin/banner/new",
  "/admin/banner/{banners}/edit",
  "/admin/profile-settings/password",
  "/admin/news/{news}/preview",
  "/admin/trade-alert/{trade-alert}/preview",
  "/admin/trade-alert/{trade-alert}/review",
  "/admin/daily-brief/{daily-brief}/review",
  "/admin/stock-picks/{stock-picks}/review",
  "/admin/videos/{videos}/review",
  "/admin/ads/{ads}/review",
  "/admin/videos/{videos}/preview",
];

/** Every screen, by person. A new screen is one more line. `{news}` and the like become a real id. */
export const SCREENS: Record<string, string[]> = {
  visitor: [
    "/",
    "/news",
    "/news?category=Tech",
    "/news/{news}",
    "/daily-brief",
    "/daily-brief/{daily-brief}",
    "/market?sort=volume",
    "/market?page=9999",
    "/market?quote=Nasdaq#found",
    "/stock-picks",
    "/trade-alert",
    "/trade-alert/{trade-alert}",
    "/track-record",
    "/stock/NVDA",
    "/author/ines-calloway",
    "/track-record/verify",
    "/track-record/withdrawn",
    "/videos",
    "/videos/{videos}",
    "/subscription",
    "/search?q=nvidia",
    "/search?q=microsfot",
    "/about",

    "/contact",
    "/privacy",
    "/terms",
    "/disclaimer",
    "/api/docs",
    "/login",
    "/register",
    "/login/link",
    "/login/link/code",
    "/login/link/nonsense",
    "/forget-password",
    "/forget-password?sent",
    "/reset-password/nonsense",
    "/gift/nonsense",
    "/newsletters",
    "/newsletters/nonsense",
    "/unsubscribe/briefs/nonsense",
    "/unsubscribe/price-alerts/nonsense",
    "/unsubscribe/messages/nonsense",
    "/verify-email",
    "/resend-verification-email",
    "/demo/inbox",
    "/demo/paypal/checkoutnow?token={order}",
    "/admin/login",
    "/admin/login/second-step",
    "/admin/invitation/nonsense",
    "/no-such-page",
    "/news/no-such-article",
  ],
  premium: [
    "/",
    "/daily-brief",
    "/daily-brief/{daily-brief}",
    "/stock-picks",
    "/trade-alert",
    "/trade-alert/{trade-alert}",
    "/videos",
    "/videos/{videos}",
    "/subscription",
    "/subscription/success",
    "/dashboard",
    "/dashboard/subscription",
    "/dashboard/notifications",
    "/dashboard/feeds",
    "/dashboard/feeds?replace={private feed}",
    "/dashboard/feeds?remove={private feed}",
    "/dashboard/referrals",
    "/dashboard/email",
    "/dashboard/email/nonsense",
    "/dashboard/password",
    "/dashboard/passkeys",
    "/dashboard/passkeys/nonsense/removal",
    "/dashboard/devices",
    "/dashboard/deletion",
    "/track-record/{settled call}",
    "/notifications",
    "/watchlist",
    "/watchlist/authors",
    "/watchlist/saved",
    "/watchlist/alerts",
    "/watchlist/alerts/new?company=NVDA",
    "/watchlist/alerts/{price alert}",
    "/stock/NVDA?period=3m",
    "/author/maren-holt",
    "/dashboard/receipts/{receipt}",
    "/dashboard/gifts/{gift}",
    "/subscription/gift",
    "/referral",
  ],
  superadmin: [
    "/admin",
    "/admin/news",
    "/admin/news?q=nothing-has-this",
    "/admin/news/new",
    "/admin/news/{news}/edit",
    "/admin/news/{news}/review",
    "/admin/news?delete={news}",
    "/admin/news?ticked=all",
    "/admin/news/selection?id={news}&change=publish",
    "/admin/go?q=nv",
    "/admin/calendar",
    "/admin/calendar?month=2026-12",
    "/admin/views/news/new?status=draft",
    "/admin/views/{view}",
    "/admin/views/{view}/deletion",
    "/admin/daily-brief/{daily-brief}/preview?reader=premium&days=7",
    "/preview/news/{news}?as=visitor",
    "/preview/daily-brief/{daily-brief}?as=premium",
    "/preview/trade-alert/{trade-alert}?as=basic",
    "/preview/videos/{videos}?as=private",
    "/admin/daily-brief",
    "/admin/daily-brief/new",
    "/admin/packages/new",
    "/admin/coupons",
    "/admin/coupons/new",
    "/admin/coupons/{coupon}/edit",
    "/subscription?coupon=WELCOME20",
    "/admin/payments",
    "/admin/payments/access",
    "/admin/payments/{paid}/refund",
    "/admin/payments/{refunded}/receipt",
    "/admin/payments/{refunded}/credit-note",
    "/admin/numbers",
    "/admin/market",
    "/admin/market/new",
    "/admin/market/paste",
    "/admin/market-movers",
    "/admin/instruments",
    "/admin/instruments/new",
    "/admin/instruments/{instrument}/edit",
    "/admin/instruments/{instrument}/prices",
    "/admin/instruments/{instrument}/splits",
    "/admin/instruments/{instrument}/merge",
    "/admin/instruments/{instrument}/merge?into=SPX",
    "/admin/price-sources",
    "/admin/price-sources/new",
    "/admin/price-sources/{price source}",
    "/admin/price-sources/{price source}/edit",
    "/admin/price-sources/{price source}/trial",
    "/admin/videos/{videos}/edit",
    "/admin/ads",
    "/admin/ads/new",
    "/admin/ads/{ads}/counts",
    "/admin/ads/{ads/category/square}/counts?days=90",
    "/admin/banner",
    "/admin/no-such-screen",
    "/admin/manage-users",
    "/admin/manage-users?q=nothing-has-this",
    "/admin/manage-users/new",
    "/admin/manage-users/labels",
    "/admin/manage-users/labels/{label}",
    "/admin/manage-users/segments",
    "/admin/manage-users/segments/new",
    "/admin/manage-users/segments/{segment}",
    "/admin/manage-users/batches/new?change=mail&matching=on",
    "/admin/manage-users/batches/{batch}",
    "/admin/manage-users/import",
    "/admin/manage-users/import/{import}",
    "/admin/manage-users/import/{written-import}",
    "/admin/manage-users/import/{written-import}/undo",
    "/admin/manage-users/{admin/get-users}",
    "/admin/manage-users/{admin/get-users}/edit",
    "/admin/manage-users/{admin/get-users}/tier?to=Private",
    "/admin/manage-users/{admin/get-users}/notes",
    "/admin/manage-users/{admin/get-users}/notes/{note}/deletion",
    "/admin/manage-users/{admin/get-users}/complimentary",
    "/admin/mails",
    "/admin/newsletters",
    "/admin/newsletters/new?newsletter=briefs&record={daily-brief}",
    "/admin/newsletters/add",
    "/admin/newsletters/settings/briefs",
    "/admin/newsletters/{edition}",
    "/admin/newsletters/check",
    "/admin/newsletters/channels",
    "/admin/newsletters/channels/new",
    "/admin/newsletters/channels/{channel}",
    "/admin/newsletters/channels/{channel}/edit",
    "/admin/newsletters/channels/{channel}/deletion",
    "/admin/newsletters/suppressed",
    "/admin/changes",
    "/admin/changes/{change}",
    "/admin/pictures",
    "/admin/pictures/new",
    "/admin/pictures/{library picture}/edit",
    "/admin/bin",
    "/admin/bin/{binned}",
    "/admin/calls",
    "/admin/calls/{call}",
    "/admin/settings",
    "/admin/settings/new",
    "/admin/settings/{auth/admin/getAllAdmin}/edit",
    "/admin/settings?delete={auth/admin/getAllAdmin}",
    "/admin/settings/password",
    "/admin/settings/site",
    "/admin/settings/seller",
    "/admin/settings/texts",
    "/admin/settings/texts/terms",
    "/admin/settings/texts/terms/versions/0",
    "/admin/settings/links",
    "/admin/settings/reading",
    "/admin/settings/prices",
    "/admin/settings/keys",
    "/admin/settings/keys/new",
    "/admin/settings/keys/{key}",
    "/admin/settings/keys/{key}/revocation",
    "/admin/settings/webhooks",
    "/admin/settings/webhooks/new",
    "/admin/settings/webhooks/received",
    "/admin/settings/webhooks/{webhook}",
    "/admin/settings/webhooks/{webhook}/edit",
    "/admin/settings/webhooks/{webhook}/deletion",
    "/admin/profile-settings",
    "/admin/profile-settings/devices",
    "/admin/profile-settings/passkeys",
    "/admin/profile-settings/two-step",
    "/admin/password-check",
    "/admin/settings/invitations/new",
    "/admin/settings/{auth/admin/getAllAdmin}/two-step",
    ...SIMILAR_SCREENS,
  ],
  editor: ["/admin/daily-brief"],
  // A member with a refund.
  "dario.whitlock": ["/dashboard/receipts/{given back}/credit-note"],
};

/** An import refreshes its page until its work is done. */
async function untilWorked(request: APIRequestContext, path: string): Promise<string> {
  for (;;) {
    const page = await (await request.get(path)).text();
    if (!page.includes("data-import-progress")) return page;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Uploads a file of members.
 * @returns the page of its import, once it is compared
 */
async function compareImport(
  request: APIRequestContext,
  csv: string,
): Promise<{ path: string; page: string }> {
  const file = { name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  const sent = await request.post("/admin/manage-users/import", { multipart: { file } });
  return { path: sent.url(), page: await untilWorked(request, sent.url()) };
}

/** Ids that no list of the API has. Some belong to another record of the book. */
const ID_FINDERS: Record<string, (request: APIRequestContext, book: AddressBook) => Promise<string>> = {
  receipt: async (request) => {
    const { payments } = await (await request.get("/dashboard/export.json")).json();
    return payments[0].id;
  },
  "given back": async (request) => {
    const { payments } = await (await request.get("/dashboard/export.json")).json();
    return payments.find(({ refundedAt }: { refundedAt: string | null }) => refundedAt !== null).id;
  },
  /** The newest refundable payment. */
  paid: async (request) => {
    const html = await (await request.get("/admin/payments")).text();
    return /\/admin\/payments\/([0-9a-f-]{36})\/refund/.exec(html)?.[1] ?? "";
  },
  /** The demo's one refunded payment. */
  refunded: async (request) => {
    const html = await (await request.get("/admin/payments?status=REFUNDED")).text();
    return /\/admin\/payments\/([0-9a-f-]{36})\/receipt/.exec(html)?.[1] ?? "";
  },
  gift: async (request) => {
    const html = await (await request.get("/dashboard/subscription")).text();
    return /\/dashboard\/gifts\/([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  },
  "price alert": async (request) => {
    const newest = async () =>
      /\/watchlist\/alerts\/([0-9a-f-]{36})/.exec(await (await request.get("/watchlist/alerts")).text())?.[1];
    const found = await newest();
    if (found) return found;
    await request.post("/watchlist/alerts/new", { form: { company: "NVDA", kind: "rises", level: "9999" } });
    return (await newest()) ?? "";
  },
  /** A section whose feed this member has an address of. */
  "private feed": async (request) => {
    await request.post("/dashboard/feeds", { form: { section: "videos", change: "create" } });
    return "videos";
  },
  "settled call": async (request) => {
    const { calls } = await (await request.get("/track-record.json")).json();
    return calls[0].id;
  },
  /** The newest call, from the spreadsheet. */
  call: async (request) => {
    const [, first = ""] = (await (await request.get("/admin/calls/export.csv")).text()).split("\r\n");
    return first.split(",")[0] ?? "";
  },
  /** A change whose values are in the log. */
  change: async (request) => {
    const html = await (await request.get("/admin/changes?kind=news")).text();
    return /\/admin\/changes\/([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  },
  /** The demo has none, so this deletes a video that no test needs. */
  binned: async (request) => {
    const newest = async () =>
      /\/admin\/bin\/([0-9a-f-]{36})/.exec(await (await request.get("/admin/bin")).text())?.[1];
    const found = await newest();
    if (found) return found;
    const video = {
      title: "A film of the screens",
      youtubeLink: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    };
    const made = await request.post("/api/videos", { data: { ...video, status: "Draft" } });
    await request.delete(`/api/videos/${(await made.json()).id}`);
    return (await newest()) ?? "";
  },
  /** Of a draft, so that no email leaves. */
  edition: async (request) => {
    const newest = async () =>
      /\/admin\/newsletters\/([0-9a-f-]{36})/.exec(
        await (await request.get("/admin/newsletters")).text(),
      )?.[1];
    const found = await newest();
    if (found) return found;
    const article = {
      title: "An article of the screens",
      content: "Its text.",
      category: "Tech",
      status: "draft",
    };
    const { id } = await (await request.post("/api/news", { data: article })).json();
    const form = { subject: "An article of the screens", preview: "Its text." };
    await request.post(`/admin/newsletters/new?newsletter=news&record=${id}`, { form });
    return (await newest()) ?? "";
  },
  /** The demo has none, so this makes one. */
  key: async (request) => {
    const newest = async () =>
      /\/admin\/settings\/keys\/([0-9a-f-]{36})/.exec(
        await (await request.get("/admin/settings/keys")).text(),
      )?.[1];
    const found = await newest();
    if (found) return found;
    const form = {
      name: "A key of the screens",
      reads: "content:read:premium",
      scopes: "quotes:write",
      expires: "90",
    };
    await request.post("/admin/settings/keys/new", { form });
    return (await newest()) ?? "";
  },
  /** The demo has none, so this adds one at the demo's own receiver, with a test event. */
  webhook: async (request) => {
    const newest = async () =>
      /\/admin\/settings\/webhooks\/([0-9a-f-]{36})/.exec(
        await (await request.get("/admin/settings/webhooks")).text(),
      )?.[1];
    const found = await newest();
    if (found) return found;
    const page = await (await request.get("/admin/settings/webhooks/new?receiver=own")).text();
    const address = /http:\/\/[^"]+\/demo\/webhooks\/[\w-]+/.exec(page)?.[0] ?? "";
    const form = { name: "A webhook of the screens", address, kinds: "banners", keyId: "" };
    await request.post("/admin/settings/webhooks/new", { form });
    const made = (await newest()) ?? "";
    await request.post(`/admin/settings/webhooks/${made}`, { form: { change: "test" } });
    return made;
  },
  /** The demo has none, so this saves one. */
  view: async (request) => {
    const form = { name: "A view of the screens", readers: "me" };
    await request.post("/admin/views/news/new?status=draft&size=10", { form });
    const list = await (await request.get("/admin/news?status=draft&size=10")).text();
    await request.get("/admin/news?size=5");
    return /\/admin\/views\/([0-9a-f-]{36})/.exec(list)?.[1] ?? "";
  },
  /** The demo has none, so this adds one; nothing leaves the demo. */
  channel: async (request) => {
    const newest = async () =>
      /\/admin\/newsletters\/channels\/([0-9a-f-]{36})/.exec(
        await (await request.get("/admin/newsletters/channels")).text(),
      )?.[1];
    const found = await newest();
    if (found) return found;
    const form = {
      service: "discord",
      secret: "https://discord.com/api/webhooks/123456789012345678/A_channel_of_the_screens",
      name: "A channel of the screens",
      newsletters: "briefs",
      tier: "Premium",
      records: "every",
    };
    await request.post("/admin/newsletters/channels/new", { form });
    return (await newest()) ?? "";
  },
  coupon: async (request) => {
    const [found] = (await (await request.get("/api/coupons/admin")).json()) as { id: string }[];
    return found?.id ?? "";
  },
  /** The demo has some. */
  "library picture": async (request) => {
    const [, first = ""] = (await (await request.get("/admin/pictures/export.csv")).text()).split("\r\n");
    return first.split(",")[0] ?? "";
  },
  "pick list": async (request) => {
    const [, first = ""] = (await (await request.get("/admin/pick-lists/export.csv")).text()).split("\r\n");
    return first.split(",")[0] ?? "";
  },
  instrument: async (request) => {
    const [, first = ""] = (await (await request.get("/admin/instruments/export.csv?q=NVDA")).text()).split(
      "\r\n",
    );
    return first.split(",")[0] ?? "";
  },
  /** The demo has none, so this adds one that never runs automatically. */
  "price source": async (request) => {
    const newest = async () =>
      (await (await request.get("/admin/price-sources/export.csv")).text()).split("\r\n")[1]?.split(",")[0];
    const found = await newest();
    if (found) return found;
    const form = {
      name: "Feed of the screens",
      kind: "alpha-vantage",
      url: "https://www.alphavantage.co/query?function=TIME_SERIES_DAILY&symbol={symbol}&datatype=csv&apikey={key}",
      scope: "list",
      symbols: "NVDA\nSPX=I:SPX",
      days: "tue-sat",
      hour: "6",
      lookbackDays: "30",
      requestsPerMinute: "5",
    };
    await request.post("/admin/price-sources/new", { form });
    return (await newest()) ?? "";
  },
  /** The demo has none, so this creates one with an undecided and a rejected row. */
  import: async (request) => {
    const newest = async () =>
      /import\/([0-9a-f-]{36})/.exec(await (await request.get("/admin/manage-users/import")).text())?.[1];
    const found = await newest();
    if (found) return found;
    await compareImport(
      request,
      "email,name,plan,until\nimported@demo.test,Ada Byron,Gold,3/4/2199\nnobody,Eve,,\n",
    );
    return (await newest()) ?? "";
  },
  /** An import that can be undone. */
  "written-import": async (request) => {
    const { path, page } = await compareImport(
      request,
      `email,name\nwritten-${randomUUID()}@demo.test,Bea Byron\n`,
    );
    const seenAt = /name="seenAt" value="([^"]+)"/.exec(page)?.[1] ?? "";
    await request.post(`${path}/run`, { form: { seenAt } });
    await untilWorked(request, path);
    return path.split("/").at(-1) ?? "";
  },
  /** Of the book's member: there may be a newer one by now. */
  note: async (request, book) => {
    const member = `/admin/manage-users/${await book.idIn("admin/get-users")}`;
    const newest = async () =>
      /notes\/([0-9a-f-]{36})\/deletion/.exec(await (await request.get(member)).text())?.[1];
    const found = await newest();
    if (found) return found;
    await request.post(`${member}/notes`, { form: { text: "Called about an invoice of May." } });
    return (await newest()) ?? "";
  },
  label: async (request) => {
    await request.post("/admin/manage-users/labels", { form: { label: "Met in Łódź 東京 🐂" } });
    const html = await (await request.get("/admin/manage-users/labels")).text();
    return /labels\/([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  },
  segment: async (request) => {
    const form = { name: "Paying, not seen for a month", term: "running", seen: "not-30" };
    await request.post("/admin/manage-users/segments/new", { form });
    const html = await (await request.get("/admin/manage-users/segments")).text();
    return /segments\/([0-9a-f-]{36})/.exec(html)?.[1] ?? "";
  },
  /** A batch that waits for its answer, and is not confirmed. */
  batch: async (request) => {
    const form = { subject: "A word about your plan", body: "Hello,\nthe prices stay as they are." };
    const sent = await request.post("/admin/manage-users/batches/new?change=mail&matching=on", { form });
    return sent.url().split("/").at(-1) ?? "";
  },
  /** An order at the simulator without a purchase on our side. */
  order: async (request) => {
    const ours = `Basic ${Buffer.from("demo-merchant:demo-merchant-secret").toString("base64")}`;
    const token = await request.post("/demo/paypal/v1/oauth2/token", { headers: { Authorization: ours } });
    const { access_token } = await token.json();
    const order = await request.post("/demo/paypal/v2/checkout/orders", {
      headers: { Authorization: `Bearer ${access_token}` },
      data: {
        intent: "CAPTURE",
        purchase_units: [
          { description: "Premium, 30 days", amount: { currency_code: "USD", value: "29.00" } },
        ],
        application_context: {
          brand_name: "Openbell",
          return_url: "http://localhost/subscription",
          cancel_url: "http://localhost/subscription",
        },
      },
    });
    return (await order.json()).id;
  },
};

async function newestOf(things: string, request: APIRequestContext): Promise<string> {
  const [newest] = await (await request.get(`/api/${things}?limit=1`)).json();
  return newest.id;
}

const NAMED_RECORD = /\{(.+?)\}/g;

/** The addresses of screens, with a record's id for `{news}` and the like. Each id is looked up once. */
export class AddressBook {
  readonly #ids = new Map<string, Promise<string>>();
  constructor(private readonly request: APIRequestContext) {}

  async of(screen: string): Promise<string> {
    let address = screen;
    for (const [place, collection = ""] of screen.matchAll(NAMED_RECORD))
      address = address.replace(place, await this.idIn(collection));
    return address;
  }

  idIn(collection: string): Promise<string> {
    const known = this.#ids.get(collection);
    if (known) return known;
    const id = ID_FINDERS[collection]?.(this.request, this) ?? newestOf(collection, this.request);
    this.#ids.set(collection, id);
    return id;
  }
}

/** The address of one screen. */
export const screenAddress = ({ request }: BrowserContext, screen: string): Promise<string> =>
  new AddressBook(request).of(screen);
