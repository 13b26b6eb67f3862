import { markupErrors } from "tests/support/markup";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { afterEach, describe, expect, it } from "vitest";
import { admin, article, editor, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();
afterEach(() => database.empty("quotes", "movers", "stock_picks"));

const quote = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "quotes", { name: "Gold", last: "3305.1", change_percent: "0.5", ...values });

const LIST = "/admin/market?size=25&inline=on";

/** Submits the form in a record's row, as a browser without script does. */
async function rowForm(id: string, path = LIST) {
  const html = await page(path);
  const form = new RegExp(
    `<form id="inline-${id}" method="post" action="([^"]*)"><input type="hidden" name="version" value="(\\d+)"`,
  ).exec(html);
  const fields = [
    ...html.matchAll(new RegExp(`form="inline-${id}" name="(\\w+)"[^>]*?value="([^"]*)"`, "g")),
  ].map(([, name = "", value = ""]) => [name, value]);
  return {
    action: unescaped(form?.[1] ?? ""),
    body: { version: form?.[2] ?? "", ...Object.fromEntries(fields) },
  };
}

const post = (action: string, body: Record<string, string>, cookies = admin) =>
  app.request(action, { method: "POST", cookies, body });

const stored = async (id: string) => {
  const [row] = await database.rows<Record<string, unknown>>(
    "select last, change_percent, volume, name, version from quotes where id = ?",
    [id],
  );
  return row;
};

describe("inline edits in a list", () => {
  it("are a form in each row, toggled by a link in the head", async () => {
    const id = await quote();
    const plain = await page("/admin/market?size=25");
    expect(plain).not.toContain(`inline-${id}`);
    expect(unescaped(plain)).toContain(`<a href="${LIST}">Edit in the list</a>`);
    expect(unescaped(await page(LIST))).toContain(
      '<a href="/admin/market?size=25">Stop editing in the list</a>',
    );
    expect((await rowForm(id)).body).toEqual({ version: "1", last: "3305.1", changePercent: "0.5" });
  });

  it("are saved like the form, with log and history, and return to the row", async () => {
    const id = await quote({ volume: "1200" });
    const { action, body } = await rowForm(id);
    const sent = await post(action, { ...body, last: "3,310.25", changePercent: "+0.66%" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${LIST}#row-${id}`]);
    expect(await stored(id)).toMatchObject({ name: "Gold", volume: "1200", version: 2 });
    expect(Number((await stored(id))?.last)).toBe(3310.25);
    expect(Number((await stored(id))?.change_percent)).toBe(0.66);
    expect(await database.rows("select action, detail from changes")).toEqual([
      { action: "edited", detail: { fields: ["last", "changePercent"] } },
    ]);
  });

  it("show errors in their row and keep the input", async () => {
    const id = await quote();
    const { action, body } = await rowForm(id);
    const sent = await post(action, { ...body, last: "dear" });
    expect(sent.status).toBe(422);
    const html = await sent.text();
    expect(html).toMatch(
      new RegExp(`form="inline-${id}" name="last"[^>]*aria-invalid="true"[^>]*value="dear"`),
    );
    expect(html).toContain(`id="inline-${id}-last"`);
    expect((await stored(id))?.version).toBe(1);
  });

  it("show a conflict with a newer save next to the input", async () => {
    const id = await quote();
    const { action, body } = await rowForm(id);
    await database.rows("update quotes set last = 3400, version = 2 where id = ?", [id]);
    const late = await post(action, { ...body, last: "3310" });
    expect(late.status).toBe(409);
    const html = (await late.text()).replaceAll("<!-- -->", "");
    expect(html).toContain("Saved by somebody else: 3400");
    expect(html).toMatch(new RegExp(`form="inline-${id}" name="last"[^>]*value="3310"`));
    expect(html).toContain('name="version" value="2"');
    expect(Number((await stored(id))?.last)).toBe(3400);
  });

  it("change no other field, even if it is sent", async () => {
    const id = await quote();
    const { action, body } = await rowForm(id);
    expect((await post(action, { ...body, name: "Silver" })).status).toBe(303);
    expect((await stored(id))?.name).toBe("Gold");
  });

  it("exist in the lists of movers and picks, too", async () => {
    const mover = await insertRecord(database, "movers", { name: "Moved", last: "5" });
    const { body } = await rowForm(mover, "/admin/market-movers?inline=on");
    expect(Object.keys(body)).toEqual(["version", "last", "changePercent"]);
    const pick = await insertRecord(database, "stock_picks", { ticker: "PICK", current_price: "7" });
    expect(Object.keys((await rowForm(pick, "/admin/stock-picks?inline=on")).body)).toEqual([
      "version",
      "currentPrice",
    ]);
  });

  it("need write access, a list with inline fields and an existing record", async () => {
    const id = await quote();
    const address = `/admin/market?inline=on&save=${id}`;
    expect((await post(address, { version: "1", last: "1" }, editor)).status).toBe(403);
    const plan = await insertRecord(database, "packages");
    expect((await post(`/admin/packages?save=${plan}`, { version: "1", name: "No" })).status).toBe(404);
    const gone = "00000000-0000-4000-8000-000000000000";
    expect((await post(`/admin/market?inline=on&save=${gone}`, { version: "1", last: "1" })).status).toBe(
      404,
    );
    expect((await stored(id))?.version).toBe(1);
  });

  it("have a menu for a status, which is saved like a figure", async () => {
    const id = await article({ title: "Draft", status: "draft" });
    const path = "/admin/news?inline=on";
    const html = await page(path);
    expect(html).toMatch(
      new RegExp(`<select[^>]* form="inline-${id}" name="status"[^>]*aria-label="Status of Draft"`),
    );
    const { action, body } = await rowForm(id, path);
    const sent = await post(action, { ...body, status: "published" });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${path}#row-${id}`]);
    expect(await database.rows("select status, version from news")).toEqual([
      { status: "published", version: 2 },
    ]);
    expect(await database.rows("select action from changes")).toEqual([{ action: "published" }]);
    const late = await post(action, { ...body, status: "draft" });
    // The form shows "draft": the status that somebody else published stays.
    expect(late.status).toBe(303);
    expect(await database.rows("select status, version from news")).toEqual([
      { status: "published", version: 2 },
    ]);
    const wrong = await post(action, { version: "2", status: "nonsense" });
    expect(wrong.status).toBe(422);
  });
});

it.each([
  "/admin/market?size=25&inline=on",
  "/admin/market-movers?inline=on",
  "/admin/stock-picks?inline=on",
])("%s is valid HTML", async (path) => {
  expect(await markupErrors(await (await app.request(path, { cookies: admin })).text())).toEqual([]);
});
