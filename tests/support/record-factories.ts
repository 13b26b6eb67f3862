import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Database } from "./database";

type Values = Record<string, unknown>;

/** The minimum of a published record of each kind. A new kind needs a new entry here. */
/** When an import of `insertRecord` was compared. */
export const IMPORT_SEEN_AT = "2199-01-01T00:00:00.000Z";

const FACTORIES: Record<string, (database: Database, values: Values) => Values | Promise<Values>> = {
  images: () => ({ width: 640, height: 400, byte_size: 1000, widths: [320, 640] }),
  news: () => ({ title: "An article", content: "Its text.", category: "Tech" }),
  binned_records: () => ({
    kind: "news",
    record_id: randomUUID(),
    title: "An article",
    held: { title: "An article", content: "Its text.", category: "Tech", status: "draft" },
    staff_name: "Grace Murray",
  }),
  daily_briefs: () => ({ company_name: "A company", ticker: "ACME", analysis: "Its analysis." }),
  stock_picks: () => ({ ticker: "PICK", name: "A pick", category: "Tenet" }),
  // A migration created all of them.
  pick_lists: async (database) => {
    await database.rows("delete from pick_lists where category = 'Tenet'");
    return { category: "Tenet", thesis: "Dull businesses." };
  },
  trade_alerts: () => ({
    ticker: "ALRT",
    name: "An alert",
    tag: "buy",
    target_price: "12.5",
    analysis: "Why.",
  }),
  videos: () => ({ title: "A film", youtube_link: "https://www.youtube.com/watch?v=aaaaaaaaaaa" }),
  passkeys: async (database) => {
    const [member] = await database.rows<{ id: string }>(
      "select id from members where email = 'lapsed@demo.test'",
    );
    return {
      member_id: member?.id,
      name: "Phone",
      credential_id: randomBytes(16).toString("base64url"),
      public_key: "key",
      challenged_at: new Date(),
    };
  },
  price_alerts: async (database) => {
    const [company] = await database.rows<{ id: string }>("select id from instruments where symbol = 'SPX'");
    const [member] = await database.rows<{ id: string }>(
      "select id from members where email = 'lapsed@demo.test'",
    );
    return {
      ...{
        member_id: member?.id,
        instrument_id: company?.id,
        kind: "rises",
        level: String(randomInt(1, 1_000_000_000)),
      },
      set_on: "2026-07-16",
    };
  },
  // A call that ended becomes public on that day.
  calls: (_database, { ended_on = null }) => ({
    waits_from: ended_on,
    id: randomUUID(),
    kind: "alert",
    record_id: randomUUID(),
    number: 1,
    symbol: "CALL",
    name: "A call",
    direction: "buy",
    made_at: new Date(),
    last_seq: 1,
  }),
  instruments: () => ({ symbol: randomBytes(5).toString("hex").toUpperCase(), name: "An instrument" }),
  segments: () => ({ name: "Paying", name_key: randomBytes(8).toString("hex"), search: "term=running" }),
  labels: () => ({ name: "VIP", name_key: randomBytes(8).toString("hex") }),
  member_batches: () => ({ staff_name: "Grace Murray", kind: "end-access", state: "asking" }),
  // Compared, and ready to be saved.
  member_imports: () => ({
    staff_name: "Grace Murray",
    file_name: "members.csv",
    state: "compared",
    names: JSON.stringify(["email"]),
    targets: JSON.stringify(["email"]),
    decisions: { plans: {}, updateKnown: false, mailNew: false },
    findings: { plans: {}, dayFirst: 0, monthFirst: 0, eitherFirst: 0, openEnds: 0 },
    rows: 1,
    added: 1,
    touched_at: IMPORT_SEEN_AT,
  }),
  price_sources: () => ({
    name: `Feed ${randomBytes(5).toString("hex")}`,
    // No request goes there: it is not on the internet.
    url: "http://127.0.0.1:9/{symbol}",
    hour: 22,
    active: false,
    // A waiting run: a running one would write while other tests count changes.
    run_started_at: new Date(),
    run_not_before: new Date("2100-01-01"),
  }),
  quotes: () => ({ category: "Indices", name: "An index", last: "100.25" }),
  movers: () => ({ name: "A mover", last: "4.2", change_percent: "6.1", mover_type: "gainers" }),
  ads: async (database) => ({
    name: "https://advertiser.test/",
    category: "square",
    status: "published",
    position: 1,
    image_id: await insertRecord(database, "images"),
  }),
  banners: async (database) => ({ title: "A banner", image_id: await insertRecord(database, "images") }),
  library_pictures: async (database) => ({
    title: "A picture",
    image_id: await insertRecord(database, "images"),
  }),
  coupons: () => ({
    code: `C-${randomBytes(6).toString("hex").toUpperCase()}`,
    purpose: "New readers",
    percent: 20,
  }),
  packages: () => ({ name: "Premium", tier: "Premium", price: "29.00", expires_in: 30 }),
  members: () => ({
    firstname: "Ada",
    lastname: "Test",
    email: `${randomUUID()}@demo.test`,
    status: "active",
    password_hash: "no password has this hash",
    referral_code: randomBytes(6).toString("hex"),
  }),
  payments: async (database) => ({
    member_id: await insertRecord(database, "members"),
    plan: "Premium",
    tier: "Premium",
    amount: "29.00",
    currency: "USD",
    status: "COMPLETED",
    payment_method: "paypal",
  }),
  gifts: async (database) => {
    const buyer = await insertRecord(database, "members");
    const [order] = await database.rows<{ id: string }>(
      `insert into orders (member_id, plan_name, tier, amount, currency, days)
       values (?, 'Premium', 'Premium', 29, 'USD', 30) returning id`,
      [buyer],
    );
    return {
      ...{ order_id: order?.id, buyer_id: buyer, tier: "Premium" },
      ...{ recipient_email: "aunt@demo.test", sender_name: "Ada Test" },
    };
  },
  trials: async (database) => ({
    ...{
      member_id: await insertRecord(database, "members"),
      plan_name: "Premium",
      tier: "Premium",
      days: 14,
    },
    access_from: new Date(),
    access_until: new Date(Date.now() + 14 * 86_400_000),
  }),
  subscribers: () => ({ email: `${randomUUID()}@demo.test` }),
  // A draft's, so nothing sends it.
  editions: async (database) => ({
    newsletter: "news",
    record_id: await insertRecord(database, "news", { status: "draft" }),
    subject: "An article",
    preview: "Its text.",
  }),
  api_keys: () => ({
    name: `Key ${randomUUID()}`,
    prefix: "obk_abcdef",
    token_hash: randomBytes(32).toString("hex"),
    scopes: "{news:read}",
    created_by_name: "Ada Test",
  }),
  /** Off, so that it changes nothing on its own. */
  webhooks: () => ({
    name: `Hook ${randomUUID()}`,
    address: "https://receiver.example/hook",
    sealed: "encrypted",
    kinds: "{news}",
    read_to: "0",
    created_by_name: "Ada Test",
    ...{ enabled: false, disabled_at: new Date(), disabled_reason: "Disabled by hand." },
  }),
  /** Shared by a colleague who has left. */
  list_views: () => ({ list: "news", name: `View ${randomUUID()}`, search: "?status=draft" }),
  channels: () => ({
    service: "discord",
    name: "Everybody",
    sealed: "encrypted",
    hint: "wxyz",
    newsletters: "{briefs}",
    tier: "Basic",
    active: false,
  }),
  suppressed_addresses: () => ({
    email: `${randomUUID()}@demo.test`,
    reason: "hard",
    evidence: "550 5.1.1 No such user",
  }),
  mails: () => ({
    to_address: `${randomUUID()}@demo.test`,
    subject: "A letter",
    template: "welcome",
    cause: randomUUID(),
    html: "<p>Its text.</p>",
    text: "Its text.",
    state: "sent",
    sent_at: new Date(),
  }),
  changes: () => ({
    staff_name: "Grace Test",
    action: "edited",
    resource: "news",
    record_id: randomUUID(),
    record_title: "An article",
  }),
  staff: () => ({
    fullname: "Grace Test",
    email: `${randomUUID()}@demo.test`,
    role: "editor",
    password_hash: "no password has this hash",
  }),
  staff_invitations: () => ({
    fullname: "Grace Test",
    email: `${randomUUID()}@demo.test`,
    role: "editor",
    token_hash: randomBytes(32).toString("hex"),
    invited_by_name: "Ada Test",
    expires_at: new Date(Date.now() + 3 * 86_400_000),
  }),
};

/** Inserts a record into the database. @returns its id */
export async function insertRecord(database: Database, table: string, values: Values = {}): Promise<string> {
  const factory = FACTORIES[table];
  if (!factory) throw new Error(`tests/support/records.ts knows no record of ${table}`);
  return database.insert(table, { ...(await factory(database, values)), ...values });
}
