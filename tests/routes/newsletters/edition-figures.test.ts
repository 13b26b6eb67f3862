import { randomUUID } from "node:crypto";
import { serverPageCache } from "tests/support/cached-pages";
import { insertReader, keepingTransport, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { SHOWN } from "~/features/newsletters/choices.rules";
import { flushClicks } from "~/features/newsletters/edition-counter.server";
import { editionCode } from "~/features/newsletters/edition-word.rules";
import { config, setConfig } from "~/platform/config.server";

const SITE = "http://localhost:3000";
const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36";

setUpStaffApp({ TRUST_PROXY: "1" });
beforeEach(removeReaders);

let networks = 0;
const reader = (headers: Record<string, string> = {}) => {
  networks += 1;
  return { "User-Agent": BROWSER, "X-Forwarded-For": `203.0.113.${networks}`, ...headers };
};

const click = (code: string, headers = reader()) =>
  app.request(`/editions/clicks?edition=${code}`, { method: "POST", headers });

/** A brief that was sent. @returns the edition's id, and its record */
async function sendBrief(more: Record<string, unknown> = {}) {
  const recordId = await insertRecord(database, "daily_briefs", {
    headline: "Pay 158 to 168",
    teaser: "Governments buy.",
    analysis: "See [the news](/news) and [others](https://other.test/a).",
    ...more,
  });
  await post(`/admin/newsletters/new?newsletter=briefs&record=${recordId}`, {
    subject: "Pay 158",
    preview: "",
  });
  const sent = await sendAll();
  const [edition] = await database.rows<{ id: string }>("select id from editions where record_id = ?", [
    recordId,
  ]);
  return { id: edition?.id ?? "", recordId, sent };
}

type Counts = { clicks: number; unsubscribed: number };

async function countsOf(id: string): Promise<Counts> {
  await flushClicks();
  const [row] = await database.rows<Counts>(
    "select clicks, unsubscribed from edition_counts where edition_id = ?",
    [id],
  );
  return row ?? { clicks: 0, unsubscribed: 0 };
}

/** The addresses in an email's text that contain some words. The header with an address has a test of its own. */
const linksIn = (message: string, words: string) =>
  [...message.slice(message.indexOf("\r\n\r\n")).matchAll(/https?:\/\/[^\s"<>()]+/g)]
    .map(([address]) => address)
    .filter((address) => address.includes(words));

describe("the links of an edition", () => {
  it("name it if they lead to our pages, in HTML and in plain text, and others do not", async () => {
    await insertReader("premium", "Premium");
    const { id, recordId, sent } = await sendBrief();
    const message = sent.get("premium@readers.test") ?? "";
    const code = `edition=${editionCode(id)}`;
    for (const start of [`/daily-brief/${recordId}`, "/news", "/unsubscribe/briefs/"]) {
      const links = linksIn(message, start);
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toContain(`?${code}`);
    }
    expect(new Set(linksIn(message, "other.test"))).toEqual(new Set(["https://other.test/a"]));
    expect(linksIn(message, "wordmark").filter((link) => link.includes("edition="))).toEqual([]);
  });

  it("name it in the header of the one-click request, on one line", async () => {
    await insertReader("header");
    const recordId = await insertRecord(database, "daily_briefs");
    await post(`/admin/newsletters/new?newsletter=briefs&record=${recordId}`, {
      subject: "Pay",
      preview: "",
    });
    const transport = keepingTransport();
    await sendAll(transport);
    const [edition] = await database.rows<{ id: string }>("select id from editions");
    expect(transport.messages[0]?.raw).toMatch(
      new RegExp(`\r\nList-Unsubscribe: <[^\\s>]+\\?edition=${editionCode(edition?.id ?? "")}>\r\n`),
    );
  });

  it("name none in a preview and in a test", async () => {
    const recordId = await insertRecord(database, "daily_briefs", { analysis: "See [the news](/news)." });
    const address = `newsletter=briefs&record=${recordId}`;
    expect(await html(`/admin/newsletters/preview?${address}`)).not.toContain("edition=");
    await post(`/admin/newsletters/new?${address}`, { subject: "A test", preview: "", to: "me" });
    const [test] = await database.rows<{ html: string; text: string }>(
      "select html, text from mails where template = 'edition-test'",
    );
    expect(test?.html).toContain("/news");
    expect(`${test?.html}${test?.text}`).not.toContain("edition=");
  });
});

describe("a visit through a link of an edition", () => {
  it("is counted once for each report, without a cookie, and names nobody", async () => {
    const { id } = await sendBrief();
    const answer = await click(editionCode(id));
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    await click(editionCode(id));
    expect(await countsOf(id)).toEqual({ clicks: 2, unsubscribed: 0 });
    const columns = await database.rows<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'edition_counts' order by name",
    );
    expect(columns.map(({ name }) => name)).toEqual(["bounced", "clicks", "edition_id", "unsubscribed"]);
  });

  it("is counted for its own edition, whoever signed in", async () => {
    const [one, other] = [await sendBrief(), await sendBrief()];
    for (const person of ["basic", "premium"] as const)
      await app.request(`/editions/clicks?edition=${editionCode(other.id)}`, {
        method: "POST",
        headers: reader(),
        cookies: await app.cookiesOf(person),
      });
    expect([(await countsOf(one.id)).clicks, (await countsOf(other.id)).clicks]).toEqual([0, 2]);
  });

  it.each([
    ["a bot", { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a program", { "User-Agent": "curl/8.14.1" }],
  ])("by %s is not counted", async (_name, headers) => {
    const { id } = await sendBrief();
    expect((await click(editionCode(id), reader(headers))).status).toBe(204);
    expect((await countsOf(id)).clicks).toBe(0);
  });

  it("from another site is refused, and one network counts 240 times a minute", async () => {
    const { id } = await sendBrief();
    const elsewhere = reader({ "Sec-Fetch-Site": "cross-site" });
    expect((await click(editionCode(id), elsewhere)).status).toBe(403);
    expect((await countsOf(id)).clicks).toBe(0);
    const household = { "User-Agent": BROWSER, "X-Forwarded-For": "2001:db8:9:1::1" };
    await Promise.all(Array.from({ length: 500 }, () => click(editionCode(id), household)));
    // Up to twice as many if a minute ended in between.
    expect((await countsOf(id)).clicks).toBeLessThanOrEqual(480);
  });

  it("a report with an unknown, a broken or no code is answered alike and counted nowhere", async () => {
    const before = await database.rows("select * from edition_counts order by edition_id");
    for (const code of [editionCode(randomUUID()), "x", "", "000000000000' or true", "%00"])
      expect((await click(code)).status).toBe(204);
    await flushClicks();
    expect(await database.rows("select * from edition_counts order by edition_id")).toEqual(before);
  });

  it("a report for an edition that was never sent is not counted", async () => {
    const [edition] = await database.rows<{ id: string }>(
      "insert into editions (newsletter, record_id, subject, preview) values ('news', ?, 'Planned', '') returning id",
      [randomUUID()],
    );
    await click(editionCode(edition?.id ?? ""));
    expect((await countsOf(edition?.id ?? "")).clicks).toBe(0);
  });

  it("without script is counted by a picture of our own page, not by HEAD and not by other sites", async () => {
    const { id } = await sendBrief();
    const page = `${app.url}/daily-brief?edition=${editionCode(id)}`;
    const picture = { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "image", Referer: page };
    const get = (headers: Record<string, string>, method = "GET") =>
      app.request("/editions/clicks.gif", { method, headers: reader(headers) });
    expect((await get(picture)).headers.get("Content-Type")).toBe("image/gif");
    await get(picture, "HEAD");
    await get({ ...picture, "Sec-Fetch-Site": "cross-site" });
    await get({ ...picture, Referer: page.replace(app.url, "https://other.test") });
    await get({ ...picture, Referer: `${app.url}/daily-brief` });
    expect((await countsOf(id)).clicks).toBe(1);
  });

  it.each(["/editions/nothing", "/editions/clicks.png"])("at %s is a 404", async (path) => {
    expect((await app.request(path)).status).toBe(404);
  });
});

describe("a page that is opened through a link of an edition", () => {
  it("is the cached page of everybody, with the same address for search engines and sharing", async () => {
    const { id, recordId } = await sendBrief();
    const path = `/daily-brief/${recordId}`;
    const drawn = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
    const plain = await (await app.request(path)).text();
    const { pages } = serverPageCache().size;
    const { hits } = serverPageCache().lookUps;
    const named = await (await app.request(`${path}?edition=${editionCode(id)}`)).text();
    expect(drawn(named)).toBe(drawn(plain));
    expect(serverPageCache().size.pages).toBe(pages);
    expect(serverPageCache().lookUps.hits).toBe(hits + 1);
    expect(named).toContain(`<link rel="canonical" href="${SITE}${path}"`);
    expect(named).not.toContain(editionCode(id));
    expect(named).toContain('data-edition-visits="/editions/clicks" data-word="edition"');
  });

  it("is not counted by the request for it", async () => {
    const { id, recordId } = await sendBrief();
    for (const method of ["GET", "HEAD"])
      await app.request(`/daily-brief/${recordId}?edition=${editionCode(id)}`, { method, headers: reader() });
    expect((await countsOf(id)).clicks).toBe(0);
  });
});

describe("a reader who unsubscribes through the link of an edition", () => {
  const linkOf = (sent: Map<string, string>, name: string) => {
    const [link = ""] = linksIn(sent.get(`${name}@readers.test`) ?? "", "/unsubscribe/");
    return link.slice(new URL(link).origin.length);
  };
  const oneClick = (path: string) =>
    app.request(path, { method: "POST", body: { "List-Unsubscribe": "One-Click" } });

  it("is counted once for that edition, however often the request comes", async () => {
    await insertReader("one");
    const [first, second] = [await sendBrief(), await sendBrief()];
    const path = linkOf(second.sent, "one");
    expect((await app.request(path)).status).toBe(200);
    expect(await countsOf(second.id)).toMatchObject({ unsubscribed: 0 });
    await Promise.all(Array.from({ length: 10 }, () => oneClick(path)));
    await oneClick(path);
    expect(await countsOf(second.id)).toMatchObject({ unsubscribed: 1 });
    await oneClick(linkOf(first.sent, "one"));
    expect(await countsOf(first.id)).toMatchObject({ unsubscribed: 0 });
  });

  it("is counted by the boxes of the page as well, unless they end another newsletter", async () => {
    await insertReader("form");
    const { id, sent } = await sendBrief();
    const path = linkOf(sent, "form");
    const box = { [SHOWN]: "briefs alerts news weekly", news: "on", alerts: "on" };
    await app.request(path, { method: "POST", body: { ...box, briefs: "on" } });
    expect(await countsOf(id)).toMatchObject({ unsubscribed: 0 });
    await app.request(path, { method: "POST", body: box });
    expect(await countsOf(id)).toMatchObject({ unsubscribed: 1 });
  });

  it("is counted without an account, too", async () => {
    const subscriber = await insertRecord(database, "subscribers", {
      email: "nobody@readers.test",
      newsletters: "{briefs}",
      confirmed_at: new Date(),
    });
    const { id, sent } = await sendBrief();
    const path = linkOf(sent, "nobody");
    await Promise.all([oneClick(path), oneClick(path)]);
    expect(await countsOf(id)).toMatchObject({ unsubscribed: 1 });
    await database.rows("delete from subscribers where id = ?", [subscriber]);
  });

  it("is not counted if the newsletter was off already, or the code is of another newsletter", async () => {
    const reader = await insertReader("off");
    const { id, sent } = await sendBrief();
    const path = linkOf(sent, "off");
    await oneClick(path.replace("/briefs/", "/news/"));
    await database.rows(
      "insert into newsletter_choices (member_id, newsletter, is_on) values (?, 'briefs', false)",
      [reader],
    );
    await oneClick(path);
    expect(await countsOf(id)).toMatchObject({ unsubscribed: 0 });
  });

  it("a link with a broken code still ends the newsletter", async () => {
    const id = await insertReader("broken");
    const { sent } = await sendBrief();
    const path = linkOf(sent, "broken").replace(/edition=.*/, "edition=nonsense");
    expect((await oneClick(path)).status).toBe(200);
    expect(await database.rows("select is_on from newsletter_choices where member_id = ?", [id])).toEqual([
      { is_on: false },
    ]);
  });
});

describe("the figures of an edition", () => {
  const pageOf = (id: string, person: "admin" | "superadmin" = "admin") =>
    html(`/admin/newsletters/${id}`, person);

  it("say “None yet” on the first day, and that opens are not counted", async () => {
    await insertReader("premium", "Premium");
    const { id } = await sendBrief();
    const page = await pageOf(id);
    for (const label of ["Clicks", "Unsubscribed", "Page views", "Paywall shown", "Clicks to plans"])
      expect(page).toMatch(
        new RegExp(`<span class="name">${label}</span> <span class="figure">0<.*?None yet`),
      );
    expect(page).toContain("Opens are not counted");
  });

  it("are nothing before sending begins", async () => {
    const recordId = await insertRecord(database, "daily_briefs", { status: "draft" });
    await post(`/admin/newsletters/new?newsletter=briefs&record=${recordId}`, {
      subject: "Later",
      preview: "",
    });
    const [edition] = await database.rows<{ id: string }>("select id from editions");
    expect(await pageOf(edition?.id ?? "")).not.toContain("What readers did");
  });

  it("show clicks and unsubscriptions on the edition's page and in the list", async () => {
    for (const name of ["a", "b", "c", "d"]) await insertReader(name);
    const { id } = await sendBrief();
    await database.rows("insert into edition_counts (edition_id, clicks, unsubscribed) values (?, 1234, 1)", [
      id,
    ]);
    const page = await pageOf(id);
    expect(page).toMatch(/Clicks<\/span> <span class="figure">1,234<.*?from 4 emails/);
    expect(page).toMatch(/Unsubscribed<\/span> <span class="figure">1<.*?25\.00% of sent/);
    const list = await html("/admin/newsletters");
    expect(list).toMatch(/data-label="Clicks"[^>]*>1,234</);
    expect(list).toMatch(/data-label="Unsubscribed"[^>]*>1</);
  });

  it("show what arrived, where emails that come back reach us", async () => {
    for (const name of ["a", "b", "c", "d"]) await insertReader(name);
    const { id } = await sendBrief();
    expect(await pageOf(id)).not.toContain("What arrived");
    await database.rows("insert into edition_counts (edition_id, bounced) values (?, 1)", [id]);
    const before = config();
    try {
      setConfig({ ...before, bounceAddress: "bounces@site.test" });
      const page = await pageOf(id);
      expect(page).toMatch(/Delivered<\/span> <span class="figure">3<.*?75\.00% of sent/);
      expect(page).toMatch(/Bounced<\/span> <span class="figure">1<.*?25\.00% of sent/);
    } finally {
      setConfig(before);
    }
  });

  it("show what the record's page brought since then, purchases to staff who may see payments", async () => {
    const { id, recordId } = await sendBrief();
    const page = `/daily-brief/${recordId}`;
    await database.rows(
      "insert into page_readings (day, section, record_id, views) values (current_date, 'daily-brief', ?, 321), (current_date - 3, 'daily-brief', ?, 7)",
      [recordId, recordId],
    );
    await database.rows(
      "insert into lock_days (day, page, shown, followed) values ((now() at time zone 'UTC')::date, ?, 54, 12), ((now() at time zone 'UTC')::date - 3, ?, 9, 9)",
      [page, page],
    );
    const member = await insertRecord(database, "members");
    const [order] = await database.rows<{ id: string }>(
      `insert into orders (member_id, plan_name, tier, amount, currency, days, locked_page)
       values (?, 'Premium', 'Premium', 49, 'USD', 30, ?) returning id`,
      [member, page],
    );
    await insertRecord(database, "payments", {
      member_id: member,
      order_id: order?.id,
      amount: "49.00",
      payment_date: new Date(),
    });
    const owner = await pageOf(id, "superadmin");
    expect(owner).toMatch(/Page views<\/span> <span class="figure">321</);
    expect(owner).toMatch(/Paywall shown<\/span> <span class="figure">54</);
    expect(owner).toMatch(/Clicks to plans<\/span> <span class="figure">12</);
    expect(owner).toMatch(/Purchases, USD<\/span> <span class="figure">1<.*?49\.00 received/);
    expect(await pageOf(id)).not.toContain("Purchases");
  });

  it("count a purchase of an aggregated day once, and views only while they are kept", async () => {
    const { id, recordId } = await sendBrief();
    await database.rows("update editions set started_at = now() - interval '40 days' where id = ?", [id]);
    await database.rows(
      `insert into lock_revenue_days (day, page, currency, payments, amount, refunds, refunded)
       values (current_date - 20, ?, 'EUR', 2, 98, 0, 0)`,
      [`/daily-brief/${recordId}`],
    );
    const owner = await pageOf(id, "superadmin");
    expect(owner).toMatch(/Purchases, EUR<\/span> <span class="figure">2</);
    expect(owner).not.toContain("Page views");
  });

  it("stay when a reader's account is deleted, and go with the edition", async () => {
    const reader = await insertReader("gone");
    const { id, sent } = await sendBrief();
    expect(sent.size).toBe(1);
    await click(editionCode(id));
    await countsOf(id);
    await database.rows("delete from members where id = ?", [reader]);
    expect(await countsOf(id)).toMatchObject({ clicks: 1 });
    await database.rows("delete from editions where id = ?", [id]);
    expect(await database.rows("select from edition_counts where edition_id = ?", [id])).toEqual([]);
  });
});
