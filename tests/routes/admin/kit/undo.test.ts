import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { expect, it } from "vitest";
import { admin, jsonInit, openBackOffice, page } from "./back-office";

openBackOffice();

const post = (path: string, body: Record<string, string>) =>
  app.request(path, { method: "POST", cookies: admin, body });

/** The page that follows, with the toast. */
const next = (done: Response) =>
  page(done.headers.get("Location") ?? "", `${admin}; ${done.headers.getSetCookie()[0]?.split(";")[0]}`);

const UNDO = /<form method="post" action="([^"]+)">((?:<input[^>]+>)*)<button[^>]*>(?:<[^>]+>)*Undo/;

/** Presses "Undo" in the toast of the page that follows. */
async function undo(done: Response): Promise<Response> {
  const html = await next(done);
  const [, action = "", values = ""] = UNDO.exec(html) ?? [];
  expect(action).not.toBe("");
  const body = [...values.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  return post(action.replaceAll("&amp;", "&"), Object.fromEntries(body));
}

const stored = (id: string) =>
  database.rows<{ status: string; title: string }>("select status, title from news where id = ?", [id]);

it("undo after a deletion brings the record back from the bin", async () => {
  const id = await insertRecord(database, "news", { title: "Copper before the bell", status: "published" });
  const deleted = await post(`/admin/news?delete=${id}`, { version: "1" });
  expect(await stored(id)).toEqual([]);
  const restored = await undo(deleted);
  expect(restored.headers.get("Location")).toBe(`/admin/news/${id}/edit`);
  expect(await stored(id)).toEqual([{ title: "Copper before the bell", status: "published" }]);
  expect(await database.rows("select 1 from binned_records")).toEqual([]);
});

it("undo after more than a minute, or by somebody else, restores a draft", async () => {
  const superadmin = await app.cookiesOf("superadmin");
  const undoAs = async (cookies: string, age: string) => {
    const id = await insertRecord(database, "news", { status: "published" });
    await post(`/admin/news?delete=${id}`, { version: "1" });
    const [entry] = await database.rows<{ id: string }>(
      "update binned_records set created_at = now() - ?::interval where record_id = ? returning id",
      [age, id],
    );
    await app.request(`/admin/bin/${entry?.id}`, { method: "POST", cookies, body: { undo: "on" } });
    return (await stored(id))[0]?.status;
  };
  expect(await undoAs(admin, "10 seconds")).toBe("published");
  expect(await undoAs(admin, "61 seconds")).toBe("draft");
  expect(await undoAs(superadmin, "10 seconds")).toBe("draft");
});

it.each([
  ["stock-picks", "stock_picks", {}],
  ["trade-alert", "trade_alerts", {}],
  ["daily-brief", "daily_briefs", { buy_zone_min: "10", buy_zone_max: "12" }],
] as const)("undo is not offered where a deletion withdraws a call: %s", async (kind, table, values) => {
  const id = await insertRecord(database, table, { status: "published", ...values });
  const html = await next(await post(`/admin/${kind}?delete=${id}`, { version: "1" }));
  expect(html).toContain("deleted successfully");
  expect(html).not.toMatch(UNDO);
});

it("undo after publishing is offered for an article, and not for what opens a call", async () => {
  const publish = async (kind: string, id: string) =>
    next(await post(`/admin/${kind}/${id}/publication`, { status: "published", version: "1" }));
  const body = {
    ticker: "LATE",
    name: "Later",
    tag: "buy",
    targetPrice: 150,
    currentPrice: 120,
    analysis: "Why.",
  };
  const draft = { ...body, holdingPeriod: "2 weeks", status: "draft" };
  const alert = await (await app.request("/api/trade-alert", jsonInit("POST", draft))).json();
  const html = await publish("trade-alert", (alert as { id: string }).id);
  expect(html).toContain("Trade alert published successfully");
  expect(html).not.toMatch(UNDO);
  expect(await publish("news", await insertRecord(database, "news", { status: "draft" }))).toMatch(UNDO);
});

it("undo and the bin are not offered to a person who may not open it", async () => {
  const id = await insertRecord(database, "ads");
  await database.rows(
    "update staff set narrowed_to = '{ads.read,ads.write,ads.publish,ads.delete}' where email = 'admin@demo.test'",
  );
  try {
    expect(await page("/admin/ads")).not.toContain("/admin/bin?kind=ads");
    const html = await next(await post(`/admin/ads?delete=${id}`, { version: "1" }));
    expect([html.includes("deleted"), UNDO.test(html)]).toEqual([true, false]);
  } finally {
    await database.rows("update staff set narrowed_to = '{}'");
  }
  expect(await page("/admin/ads")).toContain("/admin/bin?kind=ads");
});

it("undo brings back an unpublished record where publication needs a second person, and no deleted one", async () => {
  const superadmin = await app.cookiesOf("superadmin");
  const setSecondPerson = async (on: boolean) => {
    const path = "/admin/settings/reading";
    const version = /name="version" value="(\d+)"/.exec(await page(path, superadmin))?.[1] ?? "";
    const body = { fewerAds: "fewer", recordDays: "30", version, ...(on ? { secondPerson: "on" } : {}) };
    expect((await app.request(path, { method: "POST", cookies: superadmin, body })).status).toBe(303);
  };
  const ids = [];
  for (let nth = 0; nth < 2; nth += 1)
    ids.push(await insertRecord(database, "news", { status: "published" }));
  await setSecondPerson(true);
  try {
    const [hidden = ""] = ids;
    await undo(await post(`/admin/news/${hidden}/publication`, { status: "draft", version: "1" }));
    expect(await stored(hidden)).toMatchObject([{ status: "published" }]);
    const deleted = await next(await post(`/admin/news?delete=${ids[1]}`, { version: "1" }));
    expect([deleted.includes("deleted"), UNDO.test(deleted)]).toEqual([true, false]);
  } finally {
    await setSecondPerson(false);
  }
});

it("undo after publishing in the list unpublishes, at the same place of the list", async () => {
  const id = await insertRecord(database, "news", { status: "draft" });
  const published = await post(`/admin/news/${id}/publication?q=bell`, { status: "published", version: "1" });
  expect(await stored(id)).toMatchObject([{ status: "published" }]);
  const back = await undo(published);
  expect([back.status, back.headers.get("Location")]).toEqual([303, `/admin/news?q=bell#row-${id}`]);
  expect(await stored(id)).toMatchObject([{ status: "draft" }]);
});

it("undo changes nothing that somebody else has changed in the meantime", async () => {
  const id = await insertRecord(database, "news", { status: "published", title: "Copper" });
  const draft = await post(`/admin/news/${id}/publication`, { status: "draft", version: "1" });
  await database.rows("update news set title = 'Tin', version = version + 1 where id = ?", [id]);
  expect((await undo(draft)).status).toBe(409);
  expect(await stored(id)).toEqual([{ status: "draft", title: "Tin" }]);
});

it("undo after a form published a record makes it a draft again, and the other way round", async () => {
  const fields = { title: "Copper", content: "Up.", category: "Tech" };
  const added = await post("/admin/news/new", { ...fields, status: "published" });
  const [{ id = "" } = {}] = await database.rows<{ id: string }>(
    "select id from news where title = 'Copper'",
  );
  await undo(added);
  expect(await stored(id)).toEqual([{ title: "Copper", status: "draft" }]);
  const edit = (values: Record<string, string>) =>
    post(`/admin/news/${id}/edit?q=co`, { ...fields, ...values });
  await undo(await edit({ status: "published", version: "2" }));
  expect(await stored(id)).toEqual([{ title: "Copper", status: "draft" }]);
  await edit({ status: "published", version: "4" });
  await undo(await edit({ status: "draft", version: "5" }));
  expect(await stored(id)).toEqual([{ title: "Copper", status: "published" }]);
  const other = await edit({ title: "Copper rises", status: "published", version: "7" });
  expect(await next(other)).not.toMatch(UNDO);
});

it("undo after several records were published makes exactly those drafts again", async () => {
  const draft = () => insertRecord(database, "news", { status: "draft" });
  const ids = [await draft(), await draft()];
  const seen = await insertRecord(database, "news", { status: "published" });
  const all = [...ids, seen];
  const search = new URLSearchParams([["q", "co"], ["change", "publish"], ...all.map((id) => ["id", id])]);
  const versions = all.map((id) => `${id}:1`).join(" ");
  const published = await post(`/admin/news/selection?${search}`, { versions });
  const statuses = () => Promise.all(all.map(async (id) => (await stored(id))[0]?.status));
  expect(await statuses()).toEqual(["published", "published", "published"]);
  const undone = await undo(published);
  expect([undone.status, undone.headers.get("Location")]).toEqual([303, "/admin/news?q=co"]);
  expect(await statuses()).toEqual(["draft", "draft", "published"]);
});
