import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Fragment } from "db/sql";
import { drawnPicture } from "tests/support/drawn-pictures";
import { tokenIn, waitForMail } from "tests/support/mails";
import { PREMIUM_ID } from "tests/support/purchases";
import { describe, expect, it } from "vitest";
import { deleteDueMembers } from "~/features/accounts/deletion.server";
import { HELD_DATA } from "~/features/accounts/held-data/held-data.server";
import { buyGift } from "../site/purchase/gift-shop";
import { app, openShop, paypal, refund } from "../site/purchase/shop";

openShop({ TRUST_PROXY: "1" });

const IP = "198.51.100.77";
const AGENT = "RareBrowser/7.7";
const SECRET = "a long secret of hers";

/** Personal data of hers; a match anywhere in the database is a leftover. */
const TRACES = "wilhelmina|wilma|quackenbush|@forgotten\\.test|198\\.51\\.100\\.77|rarebrowser|hers alone";

class Visitor {
  private readonly jar = new Map<string, string>();

  get cookies(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  take(name: string, value: string): void {
    this.jar.set(name, value);
  }

  drop(name: string): void {
    this.jar.delete(name);
  }

  async send(path: string, body?: Record<string, string> | FormData): Promise<Response> {
    const answer = await app.request(path, {
      ...(body ? { method: "POST", body } : {}),
      cookies: this.cookies,
      headers: { "X-Forwarded-For": IP, "User-Agent": AGENT },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.jar.set(name, value);
      else this.jar.delete(name);
    }
    return answer;
  }
}

async function expectStatus(answer: Response | Promise<Response>, status: number): Promise<Response> {
  const given = await answer;
  expect([given.url, given.status]).toEqual([given.url, status]);
  return given;
}

const staffPost = async (path: string, body: Record<string, string>) =>
  app.request(path, { method: "POST", cookies: await app.cookiesOf("superadmin"), body });

async function idOf(email: string): Promise<string> {
  const [found] = await app.sql<{ id: string }>("select id from members where email = ?", [email]);
  if (!found) throw new Error(`Nobody has ${email}`);
  return found.id;
}

/**
 * Selects a plan, registers twice through a referral link, verifies and signs in, from two browsers and the
 * API.
 */
async function registerAndSignIn(email: string): Promise<Visitor> {
  const her = new Visitor();
  her.take("openbell_ref", "CODE-BASIC");
  const registration = { firstname: "Wilma", lastname: "Quackenbush", email, password: SECRET };
  await expectStatus(new Visitor().send("/register", { ...registration, firstname: "Wilhelmina" }), 303);
  await expectStatus(her.send("/subscription", { packageId: PREMIUM_ID }), 401);
  await expectStatus(her.send("/register", registration), 303);
  const mail = await waitForMail(email, /Verify/, 2);
  await expectStatus(her.send(`/verify-email/${tokenIn(mail)}`), 200);
  await app.sql("update members set status = 'active', email_verified_at = now() where email = ?", [email]);
  await app.sql("delete from rate_limits");
  await expectStatus(her.send("/login", { email, password: SECRET }), 303);
  await expectStatus(new Visitor().send("/login", { email, password: SECRET }), 303);
  const wanted = `wanted-${email}`;
  await expectStatus(her.send("/dashboard/email", { email: wanted, password: SECRET }), 303);
  await waitForMail(wanted, /Confirm your new email/);
  await waitForMail(email, /new device/);
  return her;
}

/** Uploads a photo, and another one with a refused form, which stays pending. */
async function uploadPhotos(her: Visitor): Promise<void> {
  for (const [lastname, status] of [
    ["Quackenbush", 303],
    ["", 422],
  ] as const) {
    const form = new FormData();
    form.append("firstname", "Wilhelmina");
    form.append("lastname", lastname);
    form.append("profileImage", await drawnPicture());
    await expectStatus(her.send("/dashboard", form), status);
  }
}

/** Staff changes to her account, including her address. */
async function changeByStaff(id: string, email: string, newEmail: string): Promise<void> {
  const page = `/admin/manage-users/${id}`;
  await expectStatus(staffPost(`${page}/notes`, { text: "Wilhelmina phoned: hers alone" }), 303);
  const edit = {
    firstname: "Wilhelmina",
    lastname: "Quackenbush-Vane",
    email: newEmail,
    remindByMail: "yes",
  };
  await expectStatus(staffPost(`${page}/edit`, edit), 303);
  await waitForMail(email, /A new email address was requested/);
  await expectStatus(staffPost(`${page}/status`, { status: "inactive" }), 303);
  await expectStatus(staffPost(`${page}/status`, { status: "active" }), 303);
  const given = { tier: "Private", lastDay: "2150-01-01", reason: "For Wilhelmina", tell: "on" };
  await expectStatus(staffPost(`${page}/complimentary`, { ...given, confirmed: "on" }), 303);
  await expectStatus(staffPost(`${page}/subscription`, { subscription: "Basic", agreed: "on" }), 303);
  await expectStatus(staffPost(`${page}/view`, {}), 303);
  await expectStatus(staffPost(`${page}/devices`, {}), 303);
}

/** Watches a company with a price alert that fired, follows an author, saves an article and reads the bell. */
async function markThings(id: string): Promise<void> {
  await app.sql("insert into member_marks (member_id, bell_read_at) values (?, now())", [id]);
  await app.sql("insert into followed_authors (member_id, slug, name) values (?, 'ada-vane', 'Ada Vane')", [
    id,
  ]);
  await app.sql(
    `with company as (insert into instruments (symbol, name, kind) values (?, 'Watched', 'stock') returning id)
     insert into watched_instruments (member_id, instrument_id, place) select ?, id, 1 from company`,
    [randomUUID().slice(0, 8).toUpperCase(), id],
  );
  await app.sql(
    `with alert as (
       insert into price_alerts (member_id, instrument_id, kind, level, set_on)
       select member_id, instrument_id, 'rises', 190, current_date from watched_instruments where member_id = ? returning *)
     insert into price_alert_firings (member_id, instrument_id, alert_id, kind, level, price, day, fired_on)
     select member_id, instrument_id, id, kind, level, 191, set_on, set_on from alert`,
    [id],
  );
  await app.sql(
    `with label as (insert into labels (name, name_key) values ('VIP', ?) returning id)
     insert into member_labels (member_id, label_id) select ?, id from label`,
    [randomUUID(), id],
  );
  await app.sql(
    `with batch as (insert into member_batches (staff_name, kind, state) values ('Grace', 'export', 'asking') returning id)
     insert into batch_members (batch_id, member_id, member_version) select id, ?, 1 from batch`,
    [id],
  );
  await app.sql(
    `with article as (insert into news (title, content, category) values ('Saved', 'Text.', 'Trending') returning id)
     insert into saved_items (member_id, news_id) select ?, id from article`,
    [id],
  );
}

/** Chooses a newsletter, also without the account, and gets an edition. */
async function getNewsletter(id: string, email: string): Promise<void> {
  await app.sql("insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'news', false)", [
    id,
  ]);
  await app.sql("insert into subscribers (email, newsletters, confirmed_at) values (?, '{news}', now())", [
    email,
  ]);
  await app.sql(
    "insert into suppressed_addresses (email, reason, evidence) values (?, 'soft', '452 4.2.2 Mailbox full')",
    [email],
  );
  await app.sql(
    `with edition as (
       insert into editions (newsletter, record_id, subject, preview, state)
       values ('briefs', gen_random_uuid(), 'A subject', '', 'done') returning id)
     insert into edition_members (edition_id, member_id, state, extent, sent_at, sent_to)
     select id, ?, 'sent', 'teaser', now(), ? from edition`,
    [id, email],
  );
}

/** Has a private feed's address, which was used. */
async function readFeed(id: string): Promise<void> {
  await app.sql(
    `insert into private_feeds (member_id, section, token_hash, last_used_on)
     values (?, 'news', encode(sha256(?::text::bytea), 'hex'), current_date)`,
    [id, id],
  );
}

/** Gets notifications on a device, one of which is tried again. */
async function getPushes(id: string): Promise<void> {
  await app.sql("insert into muted_pushes (member_id, kind) values (?, 'news')", [id]);
  await app.sql(
    `with device as (
       insert into push_devices (member_id, name, endpoint, p256dh, auth)
       values (?, 'RareBrowser/7.7', 'https://push.example/' || gen_random_uuid(), 'key', 'secret') returning *),
     message as (insert into push_messages (member_id) select member_id from device returning *)
     insert into push_retries (message_id, device_id, attempts, due_at)
     select message.id, device.id, 1, now() from message join device using (member_id)`,
    [id],
  );
}

/** Inserts rows that only a file, a failure or a mistake creates. */
async function insertRareRows(id: string, email: string): Promise<void> {
  await app.sql(
    `insert into passkeys (member_id, name, credential_id, public_key, challenged_at)
     values (?, 'Phone of Wilhelmina', ?, 'key', now())`,
    [id, id],
  );
  await app.sql(
    "insert into accepted_findings (kind, subject, member_id, staff_name) values ('paid twice', ?, ?, 'Grace')",
    [randomUUID(), id],
  );
  const heads = await app.sql<{ id: string }>(
    `insert into member_imports (staff_name, file_name, state, decisions, findings)
     values ('Grace', 'members.csv', 'compared', '{}', '{}'), ('Grace', 'unread.csv', 'matching', '{}', '{}') returning id`,
  );
  const cells = JSON.stringify(["Wilhelmina", "Quackenbush", email.toUpperCase()]);
  await app.sql(
    "insert into imported_members (member_import_id, line, member_id, member_version, before) values (?, 1, ?, 1, ?::jsonb)",
    [
      heads[0]?.id ?? "",
      id,
      JSON.stringify({ firstname: "Wilhelmina", lastname: "Quackenbush", remindByMail: true }),
    ],
  );
  for (const [nth, head] of heads.entries())
    await app.sql(
      `insert into member_import_rows (member_import_id, line, cells, email) values (?, 1, ?::jsonb, ${nth === 0 ? "?" : "nullif(?, ?)"})`,
      nth === 0 ? [head.id, cells, email] : [head.id, cells, email, email],
    );
}

/** Buys, gives and receives gifts, and gets some refunded. */
async function buyAndGive(her: Visitor, id: string, email: string): Promise<void> {
  const pay = async (answer: Response) => {
    await expectStatus(answer, 303);
    const order = new URL(answer.headers.get("Location") ?? "").searchParams.get("token") ?? "";
    paypal.approve(order);
    await her.send(`/subscription?userId=${id}&packageId=${PREMIUM_ID}&token=${order}`);
    return order;
  };
  await app.sql(`update packages set trial_days = 14 where id = '${PREMIUM_ID}'`);
  await expectStatus(her.send("/subscription", { packageId: PREMIUM_ID, trialDays: "14" }), 303);
  const bought = await pay(await her.send("/subscription", { packageId: PREMIUM_ID }));
  await waitForMail("basic@demo.test", /invitation/);
  await pay(
    await her.send("/subscription/gift", {
      ...{ packageId: PREMIUM_ID, recipientEmail: "aunt@demo.test" },
      ...{ senderName: "Wilhelmina", message: "Yours, Wilhelmina: hers alone" },
    }),
  );
  await waitForMail("aunt@demo.test", /has given you/);
  await expectStatus(refund(bought), 200);
  await app.sql(
    `insert into refunds (payment_id, amount, state, reason, staff_name)
     select id, 1, 'done', 'Wilhelmina Quackenbush asked for it', 'Grace' from payments where member_id = ? limit 1`,
    [id],
  );
  await app.sql("update orders set last_error = 'PayPal: payer Wilhelmina Quackenbush' where member_id = ?", [
    id,
  ]);
  const { token } = await buyGift({ recipientEmail: email, message: "Dear Wilhelmina, read." });
  await buyGift({ recipientEmail: "uncle@demo.test", message: "Read it slowly." });
  await expectStatus(her.send(`/gift/${token}`, { replace: "on" }), 303);
  const [mail] = await app.sql<{ id: string }>(
    "select id from mails where template = 'gift' and to_address = ?",
    [email],
  );
  await expectStatus(staffPost(`/admin/manage-users/${id}/mails`, { mail: mail?.id ?? "" }), 409);
  const [receipt] = await app.sql<{ id: string }>(
    "select id from mails where template = 'receipt' and to_address = ? limit 1",
    [email],
  );
  await expectStatus(staffPost(`/admin/manage-users/${id}/mails`, { mail: receipt?.id ?? "" }), 303);
  const [reward] = await app.sql<{ id: string }>("select id from mails where template = 'referral-reward'");
  const basic = await idOf("basic@demo.test");
  await expectStatus(staffPost(`/admin/manage-users/${basic}/mails`, { mail: reward?.id ?? "" }), 303);
}

async function findTraces(): Promise<string[]> {
  const columns = await app.sql<{ table: string; name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as table, quote_ident(column_name) as name
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
        and (data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'bytea', 'inet') or udt_name = 'citext')`,
  );
  expect(columns.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const { table, name } of columns) {
    const rows = await app.sql<{ value: string }>(
      `select left(${name}::text, 300) as value from ${table} where ${name}::text ~* '${TRACES}'`,
    );
    found.push(...rows.map(({ value }) => `${table}.${name}: ${value}`));
  }
  return found;
}

/** Her rows in a table. */
async function rowsOf(rows: Fragment, table: string, person: Record<string, string | string[]>) {
  const values = rows.params.map(({ name }) => person[name]);
  const literals = values.map((value) =>
    Array.isArray(value) ? `array['${value.join("','")}']` : `'${value}'::uuid`,
  );
  const condition = rows.texts.reduce((text, part, nth) => `${text}${literals[nth - 1] ?? ""}${part}`);
  const [counted] = await app.sql<{ n: number }>(
    `select count(*)::int as n from ${table} where ${condition}`,
  );
  return counted?.n;
}

const files = async () =>
  (await readdir(join(app.dataDir, "uploads"), { recursive: true }).catch(() => [])).filter((name) =>
    name.endsWith(".webp"),
  );

describe("a member", () => {
  it.each([
    ["who used everything", true],
    ["who used everything but money", false],
  ])("%s is in the data export, and in no table after the account's deletion", async (_, pays) => {
    const email = "wilhelmina@forgotten.test";
    const newEmail = "w.quackenbush@forgotten.test";
    const her = await registerAndSignIn(email);
    const id = await idOf(email);
    await uploadPhotos(her);
    if (pays) await buyAndGive(her, id, email);
    await changeByStaff(id, email, newEmail);
    await insertRareRows(id, email);
    await markThings(id);
    await getNewsletter(id, email);
    await readFeed(id);
    await getPushes(id);
    await expectStatus(her.send("/login", { email: newEmail, password: SECRET }), 303);
    await expectStatus(her.send("/forget-password", { email: newEmail }), 303);
    await waitForMail(newEmail, /Set a new password/);

    const copy = (await (await her.send("/dashboard/export.json")).json()) as Record<string, unknown>;
    const [needsMoney, empty] = [
      ["gifts", "trial", "orders", "payments", "refunds"],
      Object.entries(copy).flatMap(([name, part]) =>
        part === null || (Array.isArray(part) && part.length === 0) ? [name] : [],
      ),
    ];
    expect(empty.filter((name) => pays || !needsMoney.includes(name))).toEqual(["registrations"]);
    expect(copy).toMatchObject({
      profile: { email: newEmail, firstname: "Wilhelmina" },
      formerAddresses: [{ email }],
      notes: expect.arrayContaining([expect.objectContaining({ text: "Wilhelmina phoned: hers alone" })]),
      photo: { path: expect.stringMatching(/^\/uploads\//) },
    });
    expect(JSON.stringify(copy)).not.toMatch(/argon2|"[^"]*hash"|superadmin|Grace/i);

    await expectStatus(her.send("/dashboard/deletion", { password: SECRET }), 303);
    await waitForMail(newEmail, /will be deleted/);
    expect((await findTraces()).length).toBeGreaterThan(pays ? 30 : 15);
    expect(await files()).not.toEqual([]);
    await app.sql("update members set deletion_requested_at = now() - interval '31 days' where id = ?", [id]);
    expect(await deleteDueMembers()).toBe(1);

    expect(await findTraces()).toEqual([]);
    expect(await files()).toEqual([]);
    const person = { memberId: id, addresses: [email, newEmail] };
    for (const { table, rows, afterDeletion } of HELD_DATA) {
      if (afterDeletion === "nothing") expect([table, await rowsOf(rows, table, person)]).toEqual([table, 0]);
    }
    const books = await app.sql("select 1 from payments where member_id = ? and receipt_number is not null", [
      id,
    ]);
    expect(books).toHaveLength(pays ? 2 : 0);
    const log = await app.sql<{ title: string }>(
      "select distinct record_title as title from changes where resource = 'manage-users' and record_id = ?",
      [id],
    );
    expect(log).toEqual([{ title: "Deleted member" }]);
    // Other people's data stays.
    if (pays) {
      const others = await app.sql<{ text: string }>(
        "select text from mails where to_address = 'uncle@demo.test'",
      );
      expect(others.map(({ text }) => text).join()).toContain("Read it slowly.");
    }
    await app.sql("delete from member_imports");
  });
});
