import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";

type Values = Record<string, unknown>;

const RECORD_SUMS = {
  reader: "private",
  ...{ scope: "part", name: "buy", settled: 1, gained: 1, total: 4.5, best: 4.5, worst: 4.5, drawdown: 0 },
  ...{ held: 10, compared: 0, above: 0 },
};

/** The minimum columns of a valid row of each table. Related rows are created on the way. */
const SAMPLES: Record<
  string,
  (save: (table: string) => Promise<string>, manager: EntityManager) => Promise<Values> | Values
> = {
  images: () => ({ width: 800, height: 450, byte_size: 12_345, widths: "{400,800}" }),
  members: () => ({
    firstname: "Ada",
    lastname: "Byron",
    email: `${randomUUID()}@demo.test`,
    password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
    referral_code: randomBytes(5).toString("hex").toUpperCase(),
  }),
  staff: () => ({
    fullname: "Grace Murray",
    email: `${randomUUID()}@demo.test`,
    password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
    role: "editor",
  }),
  sessions: async (save) => ({
    token_hash: randomBytes(32).toString("hex"),
    kind: "member",
    member_id: await save("members"),
    via: "cookie",
    expires_at: "2030-01-01T00:00:00Z",
  }),
  single_use_tokens: async (save) => ({
    token_hash: randomBytes(32).toString("hex"),
    member_id: await save("members"),
    purpose: "verify-email",
    expires_at: "2030-01-01T00:00:00Z",
  }),
  idempotency_keys: () => ({
    ...{ key_hash: randomBytes(32).toString("hex"), fingerprint: randomBytes(32).toString("hex") },
    ...{ operation: "addMarket", claim: randomUUID(), locked_until: "2030-01-01T00:00:00Z" },
  }),
  intents: () => ({ sealed: "sealed", expires_at: "2030-01-01T00:00:00Z" }),
  held_submissions: async (save) => ({
    session_id: await save("sessions"),
    path: "/admin/settings/new",
    content_type: "application/x-www-form-urlencoded",
    sealed: "sealed",
    expires_at: "2030-01-01T00:00:00Z",
  }),
  binned_records: () => ({
    kind: "news",
    record_id: randomUUID(),
    title: "Copper climbs",
    held: "{}",
    staff_name: "Grace Murray",
  }),
  coupons: () => ({
    code: `C-${randomBytes(6).toString("hex").toUpperCase()}`,
    purpose: "New readers",
    percent: 20,
  }),
  library_pictures: async (save) => ({ title: "The harbour at night", image_id: await save("images") }),
  known_devices: async (save) => ({
    member_id: await save("members"),
    device_hash: randomBytes(32).toString("hex"),
  }),
  passkeys: async (save) => ({
    member_id: await save("members"),
    name: "Phone",
    credential_id: randomBytes(16).toString("base64url"),
    public_key: "key",
    challenged_at: new Date(),
  }),
  two_step_secrets: async (save) => ({ staff_id: await save("staff"), sealed: "s".repeat(60) }),
  recovery_codes: async (save) => ({
    staff_id: await save("staff"),
    code_hash: randomBytes(32).toString("hex"),
  }),
  pending_sign_ins: async (save) => ({
    token_hash: randomBytes(32).toString("hex"),
    staff_id: await save("staff"),
    password_mark: randomBytes(32).toString("hex"),
    expires_at: "2030-01-01T00:00:00Z",
  }),
  staff_invitations: () => ({
    fullname: "Ada Byron",
    email: `${randomUUID()}@demo.test`,
    role: "editor",
    token_hash: randomBytes(32).toString("hex"),
    invited_by_name: "Sol Ada",
    expires_at: "2030-01-01T00:00:00Z",
  }),
  registrations: async (save) => ({
    member_id: await save("members"),
    firstname: "Ada",
    lastname: "Byron",
    password_hash: "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA",
  }),
  accepted_findings: async (save) => ({
    kind: "paid twice",
    subject: randomUUID(),
    member_id: await save("members"),
    staff_name: "Mara Adeyemi",
  }),
  segments: () => ({ name: "Paying", name_key: randomUUID(), search: "term=running" }),
  labels: () => ({ name: "VIP", name_key: randomUUID() }),
  member_labels: async (save) => ({ member_id: await save("members"), label_id: await save("labels") }),
  member_batches: () => ({ staff_name: "Mara Adeyemi", kind: "end-access" }),
  batch_members: async (save) => ({
    batch_id: await save("member_batches"),
    member_id: await save("members"),
    member_version: 1,
  }),
  member_imports: () => ({
    staff_name: "Mara Adeyemi",
    file_name: "members.csv",
    decisions: '{"plans": {}, "updateKnown": false, "mailNew": false}',
    findings: '{"plans": {}, "dayFirst": 0, "monthFirst": 0, "eitherFirst": 0, "openEnds": 0}',
  }),
  member_import_rows: async (save) => ({
    member_import_id: await save("member_imports"),
    line: 2,
    cells: '["ada@demo.test"]',
  }),
  imported_members: async (save) => ({
    member_import_id: await save("member_imports"),
    line: 2,
    member_id: await save("members"),
    member_version: 1,
  }),
  former_addresses: async (save) => ({
    member_id: await save("members"),
    email: `${randomUUID()}@demo.test`,
  }),
  member_notes: async (save) => ({
    member_id: await save("members"),
    staff_name: "Mara Adeyemi",
    text: "Phoned about a receipt.",
  }),
  member_marks: async (save) => ({ member_id: await save("members") }),
  followed_authors: async (save) => ({
    member_id: await save("members"),
    slug: "ines-calloway",
    name: "Ines Calloway",
  }),
  saved_items: async (save) => ({ member_id: await save("members"), news_id: await save("news") }),
  compared_prices: async (save) => ({ instrument_id: await save("instruments") }),
  price_alerts: async (save) => ({
    member_id: await save("members"),
    instrument_id: await save("instruments"),
    kind: "rises",
    level: "190",
    set_on: "2026-07-16",
  }),
  price_alert_firings: async (save) => ({
    member_id: await save("members"),
    instrument_id: await save("instruments"),
    kind: "rises",
    level: "190",
    price: "191.2",
    day: "2026-07-16",
    fired_on: "2026-07-16",
  }),
  watched_instruments: async (save) => ({
    member_id: await save("members"),
    instrument_id: await save("instruments"),
    place: 1,
  }),
  // The migration created them.
  newsletters: async (_save, manager) => {
    await manager.execute("delete from newsletters where newsletter = 'news'");
    return { newsletter: "news" };
  },
  edition_sender: async (_save, manager) => {
    await manager.execute("delete from edition_sender");
    return { one: 1 };
  },
  newsletter_choices: async (save) => ({
    member_id: await save("members"),
    newsletter: "briefs",
    is_on: false,
  }),
  subscribers: () => ({ email: `${randomUUID()}@demo.test` }),
  private_feeds: async (save) => ({
    member_id: await save("members"),
    section: "news",
    token_hash: createHash("sha256").update(randomUUID()).digest("hex"),
  }),
  editions: () => ({
    newsletter: "briefs",
    record_id: randomUUID(),
    subject: "Nvidia: pay 158 to 168",
    preview: "Governments buy in steps.",
  }),
  edition_bodies: async (save) => ({
    edition_id: await save("editions"),
    extent: "whole",
    html: "<p>Its text.</p>",
    text: "Its text.",
  }),
  edition_members: async (save) => ({
    edition_id: await save("editions"),
    member_id: await save("members"),
  }),
  api_keys: () => ({
    name: `Key ${randomUUID()}`,
    prefix: "obk_abcdef",
    token_hash: randomBytes(32).toString("hex"),
    scopes: ["news:read"],
    created_by_name: "Sol Ada",
  }),
  webhooks: () => ({
    name: `Hook ${randomUUID()}`,
    address: "https://receiver.example/hook",
    sealed: "encrypted",
    kinds: ["news"],
    read_to: 0,
    created_by_name: "Sol Ada",
  }),
  webhook_deliveries: async (save) => ({
    webhook_id: await save("webhooks"),
    kind: "news",
    record_id: randomUUID(),
    change: "saved",
    changed_at: new Date(),
  }),
  channels: () => ({
    service: "discord",
    name: "Everybody",
    sealed: "encrypted",
    hint: "wxyz",
    newsletters: ["briefs"],
    tier: "Basic",
  }),
  channel_posts: async (save) => ({
    channel_id: await save("channels"),
    newsletter: "briefs",
    record_id: randomUUID(),
  }),
  edition_counts: async (save) => ({ edition_id: await save("editions") }),
  suppressed_addresses: () => ({
    email: `${randomUUID()}@demo.test`,
    reason: "hard",
    evidence: "550 5.1.1 No such user",
  }),
  report_mailbox: async (_save, manager) => {
    await manager.execute("delete from report_mailbox");
    return { one: 1 };
  },
  mail_reports: () => ({ email_id: randomUUID(), kind: "hard" }),
  push_sender: async (_save, manager) => {
    await manager.execute("delete from push_sender");
    return { one: 1 };
  },
  push_devices: async (save) => ({
    member_id: await save("members"),
    name: "Firefox on Windows",
    endpoint: `https://push.example/${randomUUID()}`,
    p256dh: "B".repeat(87),
    auth: "A".repeat(22),
  }),
  muted_pushes: async (save) => ({ member_id: await save("members"), kind: "news" }),
  push_messages: async (save) => ({ edition_id: await save("editions") }),
  push_retries: async (save) => ({
    message_id: await save("push_messages"),
    device_id: await save("push_devices"),
    attempts: 1,
    due_at: "2026-07-16T13:40:00Z",
  }),
  pending_pictures: () => ({
    owner_kind: "staff",
    owner_id: randomUUID(),
    form: "news/new",
    width: 800,
    height: 450,
    byte_size: 12_345,
    widths: "{400,800}",
  }),
  picture_removals: () => ({}),
  packages: () => ({ name: "Premium", tier: "Premium", price: "49.00", expires_in: 30 }),
  orders: async (save) => ({
    member_id: await save("members"),
    plan_name: "Premium",
    tier: "Premium",
    amount: "49.00",
    currency: "USD",
    days: 30,
  }),
  sitemap_bounds: () => ({
    section: "news",
    part: 2,
    created_at: "2026-01-05T12:00:00Z",
    record_id: randomUUID(),
  }),
  record_counts: () => ({ kind: "news", facets: '{"status": "draft"}', count: 1 }),
  payer_days: () => ({
    day: new Date(86_400_000 * randomInt(20_000)).toISOString().slice(0, 10),
    counted_until: "2026-01-06T00:00:00Z",
    ...{ began: 1, ended: 0, entered: 1, first_payments: 1, returned: 0, renewed: 0 },
  }),
  revenue_days: () => ({
    day: new Date(86_400_000 * randomInt(20_000)).toISOString().slice(0, 10),
    plan: "Premium",
    tier: "Premium",
    currency: "EUR",
    payments: 1,
    amount: "49.00",
    refunds: 0,
    refunded: "0.00",
  }),
  lock_days: () => ({
    day: new Date(86_400_000 * randomInt(20_000)).toISOString().slice(0, 10),
    page: "/stock-picks",
    shown: 40,
    followed: 3,
  }),
  lock_revenue_days: () => ({
    day: new Date(86_400_000 * randomInt(20_000)).toISOString().slice(0, 10),
    page: `/daily-brief/${randomUUID()}`,
    currency: "EUR",
    payments: 1,
    amount: "49.00",
    refunds: 0,
    refunded: "0.00",
  }),
  payment_totals: () => ({
    day: "2026-01-05",
    status: "PENDING",
    currency: "EUR",
    count: 1,
    amount: "49.00",
    refunds: 0,
    refunded: "0.00",
  }),
  // Payment samples have used numbers of the other series.
  receipt_counters: () => ({ series: "credit note", last: 1 }),
  payments: async (save) => ({
    member_id: await save("members"),
    plan: "Premium",
    tier: "Premium",
    amount: "49.00",
    currency: "USD",
    status: "COMPLETED",
    payment_method: "PayPal",
  }),
  gifts: async (save) => ({
    order_id: await save("orders"),
    buyer_id: await save("members"),
    tier: "Premium",
    recipient_email: "aunt@demo.test",
    sender_name: "Ada Byron",
  }),
  refunds: async (save) => ({ payment_id: await save("payments"), amount: "10.00", state: "asked" }),
  access_periods: async (save) => ({
    member_id: await save("members"),
    cause: "purchase",
    cause_id: randomUUID(),
    tier: "Premium",
    days: 30,
  }),
  trials: async (save) => ({
    member_id: await save("members"),
    plan_name: "Premium",
    tier: "Premium",
    days: 14,
    access_from: new Date("2026-07-16T12:00:00Z"),
    access_until: new Date("2026-07-30T12:00:00Z"),
  }),
  trial_addresses: () => ({ address_hash: randomBytes(32).toString("hex") }),
  trial_devices: () => ({ device_hash: randomBytes(32).toString("hex") }),
  referrals: async (save) => ({ referrer_id: await save("members"), friend_id: await save("members") }),
  daily_briefs: () => ({ company_name: "Siemens", ticker: "SIE.DE", analysis: "Sample data." }),
  news: () => ({ title: "Rates stay", content: "Sample data.", category: "Trending" }),
  videos: () => ({ title: "The week", youtube_link: "https://www.youtube.com/watch?v=aaaaaaaaaaa" }),
  ads: async (save) => ({
    name: "https://demo.test/",
    category: "square",
    position: 1,
    image_id: await save("images"),
  }),
  ad_counts: async (save) => ({ ad_id: await save("ads"), day: "2026-07-16", views: 120, clicks: 1 }),
  page_readings: () => ({ day: "2026-07-16", section: "news", record_id: randomUUID(), views: 12 }),
  reading_days: () => ({
    day: new Date(86_400_000 * randomInt(20_000)).toISOString().slice(0, 10),
    views: 12,
  }),
  most_read: () => ({ place: randomInt(1, 21), section: "news", record_id: randomUUID() }),
  banners: async (save) => ({ title: "Not advice", image_id: await save("images") }),
  stock_picks: () => ({ ticker: "ASML", name: "ASML Holding", category: "Tenet" }),
  // A migration created all rows.
  pick_lists: async (_, manager) => {
    await manager.execute("delete from pick_lists where category = 'Tenet'");
    return { category: "Tenet", thesis: "Dull businesses." };
  },
  // Here, too, a migration created all rows.
  site_settings: async (_, manager) => {
    await manager.execute("delete from site_settings where section = 'links'");
    return { section: "links", chosen: "{}" };
  },
  site_texts: () => ({
    page: "terms",
    number: randomInt(1, 2 ** 31 - 1),
    body: "# Terms",
    staff_name: "Grace Murray",
  }),
  sellers: () => ({ since: "2026-01-05T12:00:00Z", name: "Openbell Ltd", address: "{1 Sample Row}" }),
  trade_alerts: () => ({
    ticker: "SAP",
    name: "SAP",
    tag: "buy",
    target_price: "210.5",
    analysis: "Sample data.",
  }),
  calls: () => ({
    id: randomUUID(),
    kind: "alert",
    record_id: randomUUID(),
    number: 1,
    symbol: "SAP",
    name: "SAP",
    direction: "buy",
    made_at: "2026-01-05T12:00:00Z",
    last_seq: 1,
  }),
  call_events: () => ({
    seq: randomInt(2 ** 31 - 1),
    call_id: randomUUID(),
    kind: "opened",
    body: "{}",
    salt: "0".repeat(32),
    at: "2026-01-05T12:00:00Z",
    digest: "0".repeat(64),
    prev_hash: "0".repeat(64),
    hash: "0".repeat(64),
  }),
  ledger_checks: () => ({ hash: "0".repeat(64), call_id: randomUUID() }),
  track_record_days: () => ({ ...RECORD_SUMS, day: "2026-01-05", peak: 4.5, trough: 4.5 }),
  track_record_figures: () => ({ ...RECORD_SUMS, median: 4.5 }),
  track_record_marks: () => ({ from_day: "2026-01-05", until_day: "2026-01-05" }),
  track_record_basis: () => ({ index_id: randomUUID(), zone: "UTC" }),
  quotes: () => ({ category: "Indices", name: "DAX", last: "18750.25" }),
  movers: () => ({ name: "Nokia", last: "4.2", change_percent: "6.1", mover_type: "gainers" }),
  instruments: () => ({ symbol: randomBytes(4).toString("hex").toUpperCase(), name: "Nokia", kind: "stock" }),
  daily_prices: async (save) => ({
    instrument_id: await save("instruments"),
    day: "2026-07-16",
    close: "4.2",
    source: "quote",
  }),
  price_sources: () => ({
    name: `Feed ${randomBytes(4).toString("hex")}`,
    url: "https://feed.example/{symbol}",
    hour: 22,
  }),
  price_failures: async (save) => ({
    source_id: await save("price_sources"),
    symbol: "NOKIA",
    reason: "The source returned status 404",
  }),
  record_changes: () => ({
    kind: "news",
    record_id: randomUUID(),
    change: "saved",
    shown: "saved",
    reach: 3,
  }),
  change_numbers: async (_save, manager) => {
    await manager.execute("delete from change_numbers");
    return { one: 1 };
  },
  price_revisions: async (save) => ({ instrument_id: await save("instruments"), day: "2026-07-16" }),
  result_checks: () => ({
    call_id: randomUUID(),
    says: "Target reached at 130 on 2026-07-16",
    last_seq: 2,
  }),
  form_drafts: async (save) => ({
    staff_id: await save("staff"),
    form: "news/new",
    typed: JSON.stringify({ title: "Half a title" }),
    writer: randomUUID(),
    record_version: 0,
  }),
  review_entries: async (save) => ({
    ...{
      kind: "news",
      record_id: randomUUID(),
      what: "comment",
      version: 1,
      body: "The figure is last year’s.",
    },
    staff_id: await save("staff"),
    staff_name: "Ines Calloway",
  }),
  working_copies: async (save) => ({
    kind: "news",
    record_id: randomUUID(),
    title: "Copper climbs again",
    publish_at: "2149-07-16T12:00:00Z",
    planner_id: await save("staff"),
    typed: JSON.stringify({ title: "Copper climbs again" }),
    opened: JSON.stringify({ title: "Copper climbs" }),
    record_version: 1,
    staff_id: await save("staff"),
    staff_name: "Ines Calloway",
  }),
  form_openings: async (save) => ({
    staff_id: await save("staff"),
    form: "news/1",
    expires_at: "2026-07-16T12:00:00Z",
  }),
  paste_columns: async (save) => ({
    staff_id: await save("staff"),
    resource: "market",
    columns: JSON.stringify({ kurs: "last" }),
  }),
  list_memories: async (save) => ({ staff_id: await save("staff"), list: "news", search: "?size=25" }),
  list_views: async (save) => ({ owner_id: await save("staff"), list: "news", name: "Drafts", search: "" }),
  price_jumps: async (save) => ({
    instrument_id: await save("instruments"),
    day: "2026-07-16",
    before_close: "42",
    close: "4.2",
  }),
  splits: async (save) => ({ instrument_id: await save("instruments"), day: "2026-07-16", ratio: "2" }),
  mails: () => ({
    to_address: "ada@demo.test",
    subject: "Welcome",
    template: "welcome",
    cause: randomUUID(),
    html: "<p>Welcome</p>",
    text: "Welcome",
  }),
  changes: () => ({
    staff_name: "Grace Murray",
    action: "create",
    resource: "news",
    record_id: randomUUID(),
    record_title: "Rates stay",
  }),
  rate_limits: () => ({ key: randomUUID(), points: 1 }),
};

export const TABLES = Object.keys(SAMPLES);

/**
 * Saves a valid row of the table, or an invalid one with the values in `wrong`.
 * @returns its id ("" if it has none)
 */
export async function saveSample(em: EntityManager, table: string, wrong: Values = {}): Promise<string> {
  const values = { ...(await SAMPLES[table]?.((other) => saveSample(em, other), em)), ...wrong };
  const row: { id?: string }[] = await em.getKnex().insert(values).into(table).returning("*");
  return row[0]?.id ?? "";
}
