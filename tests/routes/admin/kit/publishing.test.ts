import { insertRecord } from "tests/support/record-factories";
import { fieldsOf, LISTS } from "tests/support/resources";
import { app, database } from "tests/support/running-app";
import { afterEach, describe, expect, it } from "vitest";
import { admin, editor, openBackOffice, page } from "./back-office";

openBackOffice();
afterEach(() => database.empty("ads", "trade_alerts", "stock_picks", "quotes"));

type Kind = { path: string; table: string; one: string; editors: boolean };

/** Every kind with a status; the first test compares the list with the declarations. */
const KINDS: Kind[] = [
  { path: "news", table: "news", one: "News item", editors: true },
  { path: "daily-brief", table: "daily_briefs", one: "Daily brief", editors: false },
  { path: "videos", table: "videos", one: "Video", editors: true },
  { path: "ads", table: "ads", one: "Ad", editors: false },
  { path: "trade-alert", table: "trade_alerts", one: "Trade alert", editors: false },
  { path: "stock-picks", table: "stock_picks", one: "Stock pick", editors: false },
];

type Row = { status: string; version: number };
const stateOf = async ({ table }: Kind, id: string) => {
  const [row] = await database.rows<Row>(`select status, version from ${table} where id = ?`, [id]);
  return row;
};
const changes = () => database.rows("select action, resource, record_id from changes order by created_at");

const publication = (kind: Kind, id: string) => `/admin/${kind.path}/${id}/publication`;
const click = (kind: Kind, id: string, body: Record<string, string>, cookies = admin) =>
  app.request(publication(kind, id), { method: "POST", cookies, body });

it("publishing covers every kind with a status", () => {
  const published = LISTS.filter((list) =>
    fieldsOf(list).some(({ name, input }) => name === "status" && input === "radio"),
  );
  expect(published.map(({ path }) => path).toSorted()).toEqual(KINDS.map(({ path }) => path).toSorted());
});

/** Published records of these kinds open a call: the form asks before it is withdrawn. */
const OPEN_CALLS = ["trade-alert", "stock-picks"];

describe.each(KINDS)("the publish button in the list of $path", (kind) => {
  /** Submits the form in the record's row, as a browser without script does. */
  async function button(id: string, search = "") {
    const html = await page(`/admin/${kind.path}${search}`);
    const form = new RegExp(
      `<form method="post" action="([^"]*/${id}/publication[^"]*)"[^>]*><input type="hidden" name="version" value="(\\d+)"/><button[^>]*name="status" value="(\\w+)"[^>]*aria-label="(\\w+) `,
    ).exec(html);
    const [, action = "", version = "", status = "", word = ""] = form ?? [];
    return { action: action.replaceAll("&amp;", "&"), body: { version, status }, word };
  }

  it("publishes and unpublishes, with a toast and a log entry", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    const draft = await button(id);
    expect(draft.word).toBe("Publish");
    const done = await app.request(draft.action, { method: "POST", cookies: admin, body: draft.body });
    expect([done.status, done.headers.get("Location")]).toEqual([303, `/admin/${kind.path}#row-${id}`]);
    expect(await stateOf(kind, id)).toEqual({ status: "published", version: 2 });
    const cookies = `${admin}; ${done.headers.getSetCookie()[0]?.split(";")[0]}`;
    expect(await page(`/admin/${kind.path}`, cookies)).toContain(`${kind.one} published successfully`);
    const buttonForm = await button(id);
    expect(buttonForm.word).toBe("Unpublish");
    const back = await app.request(buttonForm.action, {
      method: "POST",
      cookies: admin,
      body: buttonForm.body,
    });
    expect(back.status).toBe(303);
    if (OPEN_CALLS.includes(kind.path)) {
      expect(back.headers.get("Location")).toBe(`/admin/${kind.path}/${id}/edit`);
      expect(await stateOf(kind, id)).toEqual({ status: "published", version: 2 });
      return;
    }
    expect(await stateOf(kind, id)).toEqual({ status: "draft", version: 3 });
    expect(await changes()).toEqual([
      { action: "published", resource: kind.path, record_id: id },
      { action: "unpublished", resource: kind.path, record_id: id },
    ]);
    expect((await page("/admin")).replaceAll("<!-- -->", "")).toMatch(/<\/strong> unpublished the /);
  });

  it("is refused if somebody else saved a newer version", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft", version: 4 });
    const late = await click(kind, id, { version: "3", status: "published" });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("after you opened the list. Your change was not saved");
    expect(await stateOf(kind, id)).toEqual({ status: "draft", version: 4 });
    expect(await changes()).toEqual([]);
  });

  it.each([
    [{ status: "published" }],
    [{ version: "1" }],
    [{ version: "1", status: "gone" }],
    [{ version: "-1", status: "published" }],
  ] as Record<string, string>[][])("is refused when the form is not the list's: %j", async (body) => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    expect((await click(kind, id, body)).status).toBe(422);
    expect(await stateOf(kind, id)).toEqual({ status: "draft", version: 1 });
  });

  it("needs write access", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    const body = { version: "1", status: "published" };
    const member = await app.cookiesOf("premium");
    for (const cookies of ["", member]) {
      const sent = await click(kind, id, body, cookies);
      expect(sent.headers.get("Location")).toMatch(/^\/admin\/login\?/);
    }
    expect((await click(kind, id, body, editor)).status).toBe(kind.editors ? 303 : 403);
    expect((await stateOf(kind, id))?.status).toBe(kind.editors ? "published" : "draft");
  });

  it("keeps the list's filters", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    const { action, body } = await button(id, "?size=25&status=draft");
    const done = await app.request(action, { method: "POST", cookies: admin, body });
    const location = new URL(done.headers.get("Location") ?? "", app.url);
    expect(Object.fromEntries(location.searchParams)).toEqual({ size: "25", status: "draft" });
  });

  it("keeps the list's filters if it is refused", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft", version: 2 });
    const path = `${publication(kind, id)}?status=draft&size=25`;
    const late = await app.request(path, {
      method: "POST",
      cookies: admin,
      body: { version: "1", status: "published" },
    });
    const html = await late.text();
    expect(html).toContain(`id="row-${id}"`);
    expect(html).toContain(`action="${path.replace("&", "&amp;")}"`);
    expect(html.match(/Your change was not saved/g)).toHaveLength(1);
  });

  it("redirects its address to the list", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    const visit = await app.request(`${publication(kind, id)}?size=25`, { cookies: admin });
    expect([visit.status, visit.headers.get("Location")]).toEqual([302, `/admin/${kind.path}?size=25`]);
    expect(await stateOf(kind, id)).toEqual({ status: "draft", version: 1 });
  });

  it("does nothing from a list opened before the address changed", async () => {
    const id = await insertRecord(database, kind.table, { status: "draft" });
    const sent = await app.request(`/admin/${kind.path}?publish=${id}`, {
      method: "POST",
      cookies: admin,
      body: { version: "1", status: "published" },
    });
    expect(sent.status).toBe(404);
    expect(await stateOf(kind, id)).toEqual({ status: "draft", version: 1 });
  });

  it("reports a deleted record", async () => {
    const sent = await click(kind, "00000000-0000-4000-8000-000000000000", { version: "1", status: "draft" });
    expect(sent.status).toBe(404);
  });
});

it("keeps all other fields, including check boxes that the form lacks", async () => {
  const values = { status: "draft", is_free: true, caption: "Kept" };
  const id = await insertRecord(database, "videos", values);
  await click(KINDS[2] as Kind, id, { version: "1", status: "published" });
  expect(await database.rows("select status, is_free, caption from videos")).toEqual([
    { ...values, status: "published" },
  ]);
});

it("does not exist for kinds without a status", async () => {
  const id = await insertRecord(database, "quotes");
  expect(await page("/admin/market")).not.toContain("/publication");
  const sent = await app.request(`/admin/market/${id}/publication`, {
    method: "POST",
    cookies: admin,
    body: { version: "1", status: "draft" },
  });
  expect(sent.status).toBe(404);
});

it("a change of the status alone is logged the same from the button and the API", async () => {
  const id = await insertRecord(database, "news", { status: "draft" });
  await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, json: { status: "published" } });
  await app.request(`/api/news/${id}`, {
    method: "PUT",
    cookies: admin,
    json: { status: "draft", title: "New" },
  });
  expect(await database.rows("select action from changes order by created_at")).toEqual([
    { action: "published" },
    { action: "edited" },
  ]);
});
