import { insertReader, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

const WHEN_PUBLISHED = "Send when it is published";
const DO_NOT = "Do not send";

setUpStaffApp();
beforeEach(async () => {
  await removeReaders();
  await database.rows("update edition_sender set lease = null, lease_until = null");
  await database.rows("update newsletters set automatic_since = null");
  await database.rows("delete from newsletters where newsletter like 'own-%'");
  await database.rows("delete from changes where resource = 'newsletters'");
  for (const table of ["daily_briefs", "trade_alerts", "news"])
    await database.rows(
      `update ${table} set created_at = now() - interval '3 days' where created_at > now() - interval '2 days'`,
    );
});

const BRIEF = {
  companyName: "Chosen Works",
  ticker: "CHSN",
  headline: "Pay 10, not more",
  teaser: "The opening words.",
  analysis: "Why we would pay 10.",
  status: "published",
  audience: "members",
};
const ALERT = {
  ticker: "CHSN",
  name: "Chosen Works",
  tag: "buy",
  targetPrice: "64",
  analysis: "The order book is full.",
  status: "published",
  audience: "members",
};
const ARTICLE = { title: "A chosen article", category: "Tech", content: "Its text.", status: "published" };

type Kind = { path: string; record: Record<string, string>; newsletter: string; subject: string };
const KINDS: Kind[] = [
  { path: "daily-brief", record: BRIEF, newsletter: "briefs", subject: "Pay 10, not more" },
  {
    path: "trade-alert",
    record: ALERT,
    newsletter: "alerts",
    subject: "Trade alert: Buy Chosen Works (CHSN)",
  },
  { path: "news", record: ARTICLE, newsletter: "news", subject: "A chosen article" },
];
const [BRIEFS, , NEWS] = KINDS as [Kind, Kind, Kind];

/** Adds a record by its form. @returns its id */
async function add({ path, record }: Kind, more: Record<string, string> = {}, person?: Person) {
  const answer = await post(`/admin/${path}/new`, { ...record, ...more }, person);
  expect(answer.status).toBe(303);
  return newest(path);
}
const TABLES: Record<string, string> = {
  "daily-brief": "daily_briefs",
  "trade-alert": "trade_alerts",
  news: "news",
};
async function newest(path: string) {
  const [found] = await database.rows<{ id: string }>(
    `select id from ${TABLES[path]} order by updated_at desc limit 1`,
  );
  return found?.id ?? "";
}

/** Saves a record's form. */
async function edit({ path, record }: Kind, id: string, more: Record<string, string>, person?: Person) {
  const [found] = await database.rows<{ version: number }>(
    `select version from ${TABLES[path]} where id = ?`,
    [id],
  );
  return post(`/admin/${path}/${id}/edit`, { ...record, version: String(found?.version), ...more }, person);
}

const form = (path: string, id?: string, person?: Person) =>
  html(`/admin/${path}/${id ? `${id}/edit` : "new"}`, person);

/** The choices that a form shows, the selected one first; none if it has no such field. */
function choices(page: string): string[] {
  const [, options = ""] = /<select[^>]*name="sendByEmail"[^>]*>(.*?)<\/select>/s.exec(page) ?? [];
  return [...options.matchAll(/<option([^>]*)>([^<]*)</g)]
    .toSorted(([, a = ""], [, b = ""]) => Number(b.includes("selected")) - Number(a.includes("selected")))
    .map(([, , label = ""]) => label);
}

type Row = Record<string, unknown> & { id: string };
const editions = () =>
  database.rows<Row>(
    "select id, newsletter, record_id, subject, state, reason, staff_name, starts_at from editions order by created_at, id",
  );
const log = () =>
  database.rows<Row>(
    "select staff_name, action, record_title from changes where resource = 'newsletters' order by created_at",
  );
const makeAutomatic = (newsletter: string) =>
  database.rows("update newsletters set automatic_since = now() - interval '1 hour' where newsletter = ?", [
    newsletter,
  ]);
const addOwn = () =>
  database.rows(
    "insert into newsletters (newsletter, title) values ('own-1', 'Letters'), ('own-2', 'Ended')",
  );
const endOwn = () => database.rows("update newsletters set ended_at = now() where newsletter = 'own-2'");

it("staff can still write the words of an email that they chose or held back in the form", async () => {
  const compose = (id: string) => `/admin/newsletters/new?newsletter=briefs&record=${id}`;
  for (const sendByEmail of ["true", "false"]) {
    await makeAutomatic("briefs");
    const id = await add(BRIEFS, { status: "draft", sendByEmail });
    expect(await form("daily-brief", id)).toContain("Send by email");
    expect(await html(compose(id))).toContain("Preview text");
    await post(compose(id), { subject: "Other words", preview: "" });
    expect((await editions()).at(-1)).toMatchObject({
      record_id: id,
      subject: "Other words",
      state: "planned",
    });
    expect(await html(`/admin/newsletters/${(await editions()).at(-1)?.id}`)).toContain("Other words");
  }
});

it("a kept form never turns “when it is published” into “now”", async () => {
  const id = await add(BRIEFS, { status: "draft" });
  const valuesIn = (page: string) =>
    [
      ...(/<select[^>]*name="sendByEmail"[^>]*>(.*?)<\/select>/s.exec(page)?.[1] ?? "").matchAll(
        /value="([^"]*)"/g,
      ),
    ].map(([, value]) => value);
  expect(valuesIn(await form("daily-brief", id))).toEqual(["", "true"]);
  await edit(BRIEFS, id, { status: "published" });
  expect(valuesIn(await form("daily-brief", id))).toEqual(["", "now:true"]);
  await edit(BRIEFS, id, { status: "published", sendByEmail: "now:true" });
  expect(await editions()).toMatchObject([{ record_id: id, state: "planned" }]);
});

it("an edition that waits for staff is taken back by “Do not send”, and is not called sent", async () => {
  const id = await add(BRIEFS, { status: "draft", sendByEmail: "true" });
  await database.rows("update editions set state = 'stalled'");
  const again = await followRedirect(await edit(BRIEFS, id, { status: "draft", sendByEmail: "true" }));
  expect(again).toContain("is waiting for you on its page");
  await edit(BRIEFS, id, { status: "draft", sendByEmail: "false" });
  expect(await editions()).toMatchObject([{ state: "cancelled" }]);
});

describe.each(KINDS)("the form of $path", (kind) => {
  const { path, newsletter, subject } = kind;

  it("offers the choice, and sends nothing without it", async () => {
    expect(choices(await form(path))).toEqual([DO_NOT, WHEN_PUBLISHED]);
    await add(kind, { sendByEmail: "" });
    await sendAll();
    expect(await editions()).toEqual([]);
  });

  it("sends a new record to its readers, with the words of the record", async () => {
    await insertReader("premium", "Premium");
    const id = await add(kind, { sendByEmail: "true" });
    expect(await editions()).toMatchObject([
      { newsletter, record_id: id, subject, state: "planned", staff_name: "admin tester", starts_at: null },
    ]);
    const sent = await sendAll();
    expect(sent.get("premium@readers.test")).toContain(`Subject: ${subject}`);
    const [edition] = await editions();
    expect(edition?.state).toBe("done");
    expect(await log()).toEqual([{ staff_name: "admin tester", action: "planned", record_title: subject }]);
    const page = await form(path, id);
    expect(choices(page)).toEqual([]);
    expect(page).toMatch(new RegExp(`href="/admin/newsletters/${edition?.id}"[^>]*>Sent by email</a>`));
    expect(page).not.toContain("Send by email</a>");
  });

  it("sends a draft once it is published, and takes it back before that", async () => {
    await insertReader("premium", "Premium");
    const id = await add(kind, { status: "draft" });
    expect(choices(await form(path, id))).toEqual([DO_NOT, WHEN_PUBLISHED]);
    await edit(kind, id, { status: "draft", sendByEmail: "true" });
    expect((await sendAll()).size).toBe(0);
    const page = await form(path, id);
    expect(choices(page)).toEqual(["Send as planned", DO_NOT]);
    expect(page).toContain("Email is planned</a>");
    await edit(kind, id, { status: "draft", sendByEmail: "false" });
    expect(await editions()).toMatchObject([{ state: "cancelled", reason: "Staff chose not to send it." }]);
    expect((await log()).map(({ action }) => action)).toEqual(["planned", "cancelled"]);
    expect(choices(await form(path, id))).toEqual([DO_NOT, WHEN_PUBLISHED]);
    await edit(kind, id, { status: "draft", sendByEmail: "true" });
    expect(await editions()).toMatchObject([{ state: "planned", reason: null }]);
    await edit(kind, id, { status: "published", sendByEmail: "" });
    expect((await sendAll()).size).toBe(1);
  });

  it("sends by default with an automatic newsletter, and “Do not send” holds the record back", async () => {
    await makeAutomatic(newsletter);
    await insertReader("premium", "Premium");
    expect(choices(await form(path))).toEqual([`${WHEN_PUBLISHED}, automatically`, DO_NOT]);
    const held = await add(kind, { sendByEmail: "false" });
    expect((await sendAll()).size).toBe(0);
    expect(await editions()).toMatchObject([
      {
        record_id: held,
        state: "cancelled",
        reason: "Staff chose not to send it.",
        staff_name: "admin tester",
      },
    ]);
    expect(await log()).toMatchObject([{ action: "cancelled", record_title: subject }]);
    expect(choices(await form(path, held))).toEqual([DO_NOT, "Send now"]);
    await edit(kind, held, { sendByEmail: "true" });
    expect((await sendAll()).size).toBe(1);
    await add(kind, { sendByEmail: "" });
    expect((await sendAll()).size).toBe(1);
    expect((await editions()).map(({ state, staff_name }) => [state, staff_name])).toEqual([
      ["done", "admin tester"],
      ["done", null],
    ]);
  });

  it("holds back a draft that an automatic newsletter would send", async () => {
    await makeAutomatic(newsletter);
    await insertReader("premium", "Premium");
    const id = await add(kind, { status: "draft" });
    expect(choices(await form(path, id))).toEqual([`${WHEN_PUBLISHED}, automatically`, DO_NOT]);
    await edit(kind, id, { status: "draft", sendByEmail: "false" });
    await edit(kind, id, { status: "published", sendByEmail: "" });
    expect((await sendAll()).size).toBe(0);
  });

  it("waits for a record's minute", async () => {
    await insertReader("premium", "Premium");
    const id = await add(kind, { publishAt: "2148-05-04T06:30", sendByEmail: "true" });
    expect((await sendAll()).size).toBe(0);
    expect(choices(await form(path, id))).toEqual(["Send as planned", DO_NOT]);
    await database.rows(`update ${TABLES[path]} set publish_at = now() where id = ?`, [id]);
    expect((await sendAll()).size).toBe(1);
  });

  it("keeps the choice when it is refused, and nothing is planned", async () => {
    const field = { "daily-brief": "companyName", "trade-alert": "name", news: "title" }[path] ?? "";
    const answer = await post(`/admin/${path}/new`, {
      ...kind.record,
      [field]: "",
      sendByEmail: "true",
    });
    expect(answer.status).toBe(422);
    expect(choices(await answer.text())).toEqual([WHEN_PUBLISHED, DO_NOT]);
    expect(await editions()).toEqual([]);
  });

  it("refuses what it does not offer, and saves nothing", async () => {
    for (const sendByEmail of ["weekly", "own-1", "yes please", "’; drop table editions"]) {
      const answer = await post(`/admin/${path}/new`, { ...kind.record, sendByEmail });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain("Email must be");
    }
    expect(await editions()).toEqual([]);
  });

  it("two saves at once make one edition", async () => {
    const id = await add(kind, { status: "draft" });
    const [version] = await database.rows<{ version: number }>(
      `select version from ${TABLES[path]} where id = ?`,
      [id],
    );
    const body = { ...kind.record, status: "draft", version: String(version?.version), sendByEmail: "true" };
    const answers = await Promise.all([1, 2, 3].map(() => post(`/admin/${path}/${id}/edit`, body)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await editions()).toHaveLength(1);
    expect(await log()).toHaveLength(1);
  });
});

describe("a planned edition", () => {
  it("goes out with the record's present words, and one composed by hand keeps its own", async () => {
    await insertReader("premium", "Premium");
    const followed = await add(BRIEFS, { status: "draft", sendByEmail: "true" });
    const composed = await add(BRIEFS, { status: "draft" });
    const address = `/admin/newsletters/new?${new URLSearchParams({ newsletter: "briefs", record: composed })}`;
    await post(address, { subject: "Typed words", preview: "Typed too" });
    await database.rows(
      "update daily_briefs set headline = 'New words', teaser = 'New opening' where id in (?, ?)",
      [followed, composed],
    );
    const [planned] = await editions();
    expect(await html(`/admin/newsletters/${planned?.id}`)).toContain("with the subject it has at that time");
    for (const id of [followed, composed])
      await edit(BRIEFS, id, { headline: "New words", teaser: "New opening" });
    await sendAll();
    expect(await database.rows("select subject, preview from editions order by created_at")).toEqual([
      { subject: "New words", preview: "New opening" },
      { subject: "Typed words", preview: "Typed too" },
    ]);
  });

  it("for a time of its own stays as it is, unless somebody chooses not to send it", async () => {
    const id = await add(BRIEFS);
    const address = `/admin/newsletters/new?${new URLSearchParams({ newsletter: "briefs", record: id })}`;
    await post(address, { subject: "Typed", preview: "", to: "later", startsAt: "2148-05-04T06:30" });
    expect(choices(await form("daily-brief", id))).toEqual(["Send as planned", DO_NOT]);
    await edit(BRIEFS, id, { sendByEmail: "" });
    const again = await edit(BRIEFS, id, { sendByEmail: "true" });
    expect(await followRedirect(again)).toContain("is already planned for another time");
    expect(await editions()).toMatchObject([{ subject: "Typed", state: "planned" }]);
    await edit(BRIEFS, id, { sendByEmail: "false" });
    expect(await editions()).toMatchObject([{ subject: "Typed", state: "cancelled" }]);
  });

  it("is not stopped by an older form once it has begun, and a message reports it", async () => {
    await insertReader("premium", "Premium");
    const id = await add(BRIEFS, { sendByEmail: "true" });
    await sendAll();
    for (const sendByEmail of ["false", "true"]) {
      const answer = await edit(BRIEFS, id, { headline: `Saved ${sendByEmail}`, sendByEmail });
      expect(await followRedirect(answer)).toContain("already been sent or started");
    }
    expect(await editions()).toMatchObject([{ state: "done" }]);
    expect(await log()).toHaveLength(1);
  });

  it("is not taken back by a form that was opened before it was planned", async () => {
    const id = await add(BRIEFS, { status: "draft" });
    await edit(BRIEFS, id, { status: "draft", sendByEmail: "true" });
    await edit(BRIEFS, id, { status: "draft", headline: "Other words", sendByEmail: "" });
    expect(await editions()).toMatchObject([{ state: "planned" }]);
  });
});

describe("newsletters that the owner added", () => {
  beforeEach(async () => {
    await addOwn();
    await endOwn();
  });

  it("are offered for articles, and ended ones are not", async () => {
    expect(choices(await form("news"))).toEqual([
      DO_NOT,
      "Send with “News” when it is published",
      "Send with “Letters” when it is published",
    ]);
    expect(choices(await form("daily-brief"))).toEqual([DO_NOT, WHEN_PUBLISHED]);
    const id = await add(NEWS, { sendByEmail: "own-1" });
    expect(await editions()).toMatchObject([{ newsletter: "own-1", record_id: id, state: "planned" }]);
    const ended = await post("/admin/news/new", { ...ARTICLE, sendByEmail: "own-2" });
    expect(ended.status).toBe(422);
  });

  it("send an article beside “News”, and “Do not send” takes all of them back", async () => {
    await makeAutomatic("news");
    expect(choices(await form("news"))).toEqual([
      `${WHEN_PUBLISHED}, automatically`,
      "Also send with “Letters” when it is published",
      DO_NOT,
    ]);
    const id = await add(NEWS, { status: "draft", sendByEmail: "own-1" });
    expect(choices(await form("news", id))).toEqual(["Send as planned", DO_NOT]);
    await edit(NEWS, id, { sendByEmail: "false" });
    expect((await editions()).map(({ newsletter, state }) => [newsletter, state]).toSorted()).toEqual([
      ["news", "cancelled"],
      ["own-1", "cancelled"],
    ]);
    expect((await sendAll()).size).toBe(0);
  });
});

describe("staff who may not write newsletters", () => {
  it("see no choice, and a forged one changes nothing while the article is saved", async () => {
    await makeAutomatic("news");
    const page = await form("news", undefined, "editor");
    expect(page).not.toContain("sendByEmail");
    const id = await add(NEWS, { status: "draft", sendByEmail: "true" }, "editor");
    for (const sendByEmail of ["false", "nonsense"])
      expect((await edit(NEWS, id, { status: "draft", sendByEmail }, "editor")).status).toBe(303);
    expect(await editions()).toEqual([]);
    await edit(NEWS, id, { status: "draft", sendByEmail: "true" });
    expect(await form("news", id, "editor")).not.toContain("/admin/newsletters/");
    await edit(NEWS, id, { status: "draft", sendByEmail: "false" }, "editor");
    expect(await editions()).toMatchObject([{ state: "planned" }]);
  });

  it("get 403 from the API if it would send or hold back, and nothing is saved", async () => {
    const body = { ...ARTICLE, status: "draft" };
    const forbidden = {
      status: 403,
      body: { message: "You may not send newsletters. Leave out sendByEmail." },
    };
    const count = () => database.rows("select count(*) from news");
    const before = await count();
    expect(await api("POST", "/api/news", { ...body, sendByEmail: true }, "editor")).toMatchObject(forbidden);
    expect(await count()).toEqual(before);
    const made = await api("POST", "/api/news", { ...body, sendByEmail: false }, "editor");
    expect(made.status).toBe(201);
    await makeAutomatic("news");
    const path = `/api/news/${made.body.id}`;
    expect(await api("PUT", path, { title: "Changed", sendByEmail: false }, "editor")).toMatchObject(
      forbidden,
    );
    expect((await api("GET", path)).body.title).toBe(ARTICLE.title);
    expect((await api("PUT", path, { title: "Changed" }, "editor")).status).toBe(200);
    expect(await editions()).toEqual([]);
  });
});

describe.each(KINDS)("the API of $path", (kind) => {
  const { path, record, newsletter, subject } = kind;
  const body = { ...record, ...(record.targetPrice && { targetPrice: 64 }) };

  it("sends with true, takes back with false, and changes nothing without the key", async () => {
    const made = await api("POST", `/api/${path}`, { ...body, status: "draft" });
    expect(made.status).toBe(201);
    expect(await editions()).toEqual([]);
    const put = (sendByEmail?: unknown) => api("PUT", `/api/${path}/${made.body.id}`, { sendByEmail });
    const planned = await put(true);
    expect(planned.status).toBe(200);
    expect(planned.body).not.toHaveProperty("sendByEmail");
    expect((await put(true)).body).not.toHaveProperty("warnings");
    await put();
    expect(await editions()).toMatchObject([{ newsletter, subject, state: "planned" }]);
    await put(false);
    expect(await editions()).toMatchObject([{ newsletter, state: "cancelled" }]);
  });

  it("sends a new record, and warns if it was sent before", async () => {
    await insertReader("premium", "Premium");
    const made = await api("POST", `/api/${path}`, { ...body, sendByEmail: true });
    expect((await sendAll()).size).toBe(1);
    const again = await api("PUT", `/api/${path}/${made.body.id}`, { sendByEmail: true });
    expect(again.body.warnings.sendByEmail).toContain("it is not sent again");
    expect((await sendAll()).size).toBe(0);
  });

  it("refuses other values with 422, and saves nothing", async () => {
    for (const sendByEmail of [null, "", "weekly", 1, {}, [true], "own-9"]) {
      const refused = await api("POST", `/api/${path}`, { ...body, sendByEmail });
      expect([sendByEmail, refused.status]).toEqual([sendByEmail, 422]);
      expect(refused.body.message).toContain("Email must be true, false");
    }
    expect(await editions()).toEqual([]);
  });
});

it("the API sends an article with a newsletter that the owner added, from a form with a picture too", async () => {
  await addOwn();
  const made = await api("POST", "/api/news", { ...ARTICLE, status: "draft", sendByEmail: "own-1" });
  const sent = new FormData();
  for (const [name, value] of Object.entries({ ...ARTICLE, status: "draft", sendByEmail: "true" }))
    sent.set(name, value);
  const answer = await app.request("/api/news", {
    method: "POST",
    cookies: await staffCookies("admin"),
    body: sent,
  });
  expect([made.status, answer.status]).toEqual([201, 201]);
  expect((await editions()).map((edition) => edition.newsletter)).toEqual(["own-1", "news"]);
});

it("a list's buttons, its rows and selected rows choose nothing", async () => {
  const id = await insertRecord(database, "news", { title: "From the list", status: "draft" });
  const saved = async () => (await database.rows("select status, title from news where id = ?", [id]))[0];
  const choice = { sendByEmail: "true" };
  await post(`/admin/news/${id}/publication`, { status: "published", version: "1", ...choice });
  expect(await saved()).toMatchObject({ status: "published" });
  await post(`/admin/news?save=${id}`, { version: "2", status: "draft", ...choice });
  expect(await saved()).toMatchObject({ status: "draft" });
  const page = `/admin/news/selection?${new URLSearchParams({ id, change: "publish" })}`;
  const [, versions = ""] = /name="versions" value="([^"]*)"/.exec(await html(page)) ?? [];
  await post(page, { versions, ...choice });
  expect(await saved()).toMatchObject({ status: "published" });
  expect(await editions()).toEqual([]);
});
