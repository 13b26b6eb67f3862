import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { describe, expect, it } from "vitest";
import { admin, article, editor, openBackOffice, page, unescaped } from "./back-office";

openBackOffice();

const question = (path: string, ids: string[], change: string, more: Record<string, string> = {}) =>
  `/admin/${path}/selection?${new URLSearchParams([...ids.map((id) => ["id", id]), ["change", change], ...Object.entries(more)])}`;

/** Opens the confirmation and submits it, as a browser without script does. */
async function answer(address: string, cookies = admin) {
  const html = await page(address, cookies);
  const [, versions = ""] = /name="versions" value="([^"]*)"/.exec(html) ?? [];
  const sent = await app.request(address, { method: "POST", cookies, body: { versions } });
  return { html: unescaped(html), versions, sent, to: sent.headers.get("Location") };
}

type Row = { id: string; status: string; category: string; version: number };
const rowsOf = async (table = "news") =>
  Object.fromEntries((await database.rows<Row>(`select * from ${table}`)).map((row) => [row.id, row]));
const changes = () => database.rows("select action, record_title from changes order by record_title");

async function toastOf(sent: Response, path: string) {
  const cookies = `${admin}; ${sent.headers.getSetCookie()[0]?.split(";")[0]}`;
  return page(path, cookies);
}

describe("bulk actions on a list", () => {
  it("have a check box per row and a form to one confirmation that keeps the list's filters", async () => {
    const id = await article({ title: "Ticked", category: "Energy" });
    const html = await page("/admin/news?category=Energy&size=25");
    expect(html).toContain(`type="checkbox" name="id" form="selection" value="${id}"`);
    const [, row = ""] = html.split(`id="row-${id}"`);
    const [head = ""] = /<th .*?<\/th>/s.exec(row) ?? [];
    const [, name = "no name"] = /aria-label="([^"]*)" class="title"/.exec(head) ?? [];
    expect(head).toContain(`aria-label="Select ${name}"`);
    expect(head).not.toContain('class="sr"');
    const [form = ""] = /<form id="selection".*?<\/form>/s.exec(html) ?? [];
    expect(form).toContain('action="/admin/news/selection"');
    expect(form).toContain('<input type="hidden" name="category" value="Energy"/>');
    expect(form).toContain('<input type="hidden" name="size" value="25"/>');
    expect([...form.matchAll(/name="change" value="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "publish",
      "unpublish",
      "choose",
      "delete",
    ]);
  });

  it("have a link that ticks all rows and one that unticks them", async () => {
    await article();
    const list = await page("/admin/news?size=25");
    const [, all = ""] = /href="([^"]*)">Select all on this page/.exec(list) ?? [];
    const ticked = await page(unescaped(all));
    expect(ticked.match(/form="selection" checked=""/g)).toHaveLength(1);
    expect(ticked).toContain('<a href="/admin/news?size=25">Clear selection</a>');
  });

  it("publish together after one confirmation, with a log entry for each", async () => {
    const ids = [
      await article({ title: "One", status: "draft" }),
      await article({ title: "Two", status: "draft" }),
      await article({ title: "Three", status: "draft" }),
    ];
    const { html, sent, to } = await answer(question("news", ids, "publish", { status: "draft" }));
    expect(html).toContain("Publish these 3 news items?");
    for (const title of ["One", "Two", "Three"]) expect(html).toContain(`<li>${title}</li>`);
    expect([sent.status, to]).toEqual([303, "/admin/news?status=draft"]);
    expect(Object.values(await rowsOf()).map(({ status }) => status)).toEqual([
      "published",
      "published",
      "published",
    ]);
    expect(await changes()).toEqual(
      ["One", "Three", "Two"].map((record_title) => ({ action: "published", record_title })),
    );
    expect(await toastOf(sent, "/admin/news")).toContain("3 news items were published");
  });

  it("skip records that already have the status, and announce it", async () => {
    const draft = await article({ title: "Draft", status: "draft" });
    const out = await article({ title: "Out", status: "published" });
    const { html, sent } = await answer(question("news", [draft, out], "publish"));
    expect(html).toContain('<li>Out<span class="text-muted"> (no change)</span></li>');
    expect(sent.status).toBe(303);
    const rows = await rowsOf();
    expect([rows[draft]?.version, rows[out]?.version]).toEqual([2, 1]);
    expect(await changes()).toEqual([{ action: "published", record_title: "Draft" }]);
    expect(await toastOf(sent, "/admin/news")).toContain("The news item was published");
  });

  it("change the category", async () => {
    const ids = [await article({ category: "Energy" }), await article({ category: "Trending" })];
    const { html, sent } = await answer(question("news", ids, "choose", { value: "Tech" }));
    expect(html).toContain("Set the category of these 2 news items to Tech?");
    expect(sent.status).toBe(303);
    expect(Object.values(await rowsOf()).map(({ category }) => category)).toEqual(["Tech", "Tech"]);
  });

  it("delete the ticked records together", async () => {
    const ids = [await article({ title: "One" }), await article({ title: "Two" })];
    const kept = await article({ title: "Kept" });
    const { html, sent } = await answer(question("news", ids, "delete"));
    expect(html).toContain("Are you sure you want to delete these 2 news items?");
    expect(sent.status).toBe(303);
    expect((await app.request(`/news/${ids[0]}`)).status).toBe(404);
    expect((await app.request(`/news/${kept}`)).status).toBe(200);
    expect(await changes()).toEqual(
      ["One", "Two"].map((record_title) => ({ action: "deleted", record_title })),
    );
  });

  it("show the exact confirmation for a single record", async () => {
    const html = unescaped(await page(question("news", [await article()], "delete")));
    expect(html).toContain("Are you sure you want to delete this news item?");
  });

  it("change nothing if somebody else changed one of them", async () => {
    const one = await article({ title: "One", status: "draft" });
    const two = await article({ title: "Two", status: "draft" });
    const address = question("news", [one, two], "publish");
    const versions = `${one}:1 ${two}:1`;
    await database.rows("update news set version = 2, title = 'Two, mended' where id = ?", [two]);
    const late = await app.request(address, { method: "POST", cookies: admin, body: { versions } });
    expect(late.status).toBe(409);
    const html = unescaped(await late.text());
    expect(html).toContain(
      "Two, mended: Somebody else changed it after you selected it. Nothing was changed.",
    );
    expect(html).toContain("Publish these 2 news items?");
    const rows = await rowsOf();
    expect([rows[one]?.status, rows[one]?.version, rows[two]?.status]).toEqual(["draft", 1, "draft"]);
    expect(await changes()).toEqual([]);
  });

  it("delete nothing if one delete fails", async () => {
    const one = await article({ title: "One" });
    const two = await article({ title: "Two" });
    await database.rows(
      `create function refuse_delete() returns trigger language plpgsql as $$
       begin if old.title = 'Two' then raise exception 'no'; end if; return old; end $$`,
    );
    await database.rows(
      "create trigger refuse_delete before delete or update on news for each row execute function refuse_delete()",
    );
    try {
      const { sent } = await answer(question("news", [one, two], "delete"));
      expect(sent.status).toBe(500);
      expect(Object.keys(await rowsOf()).toSorted()).toEqual([one, two].toSorted());
      expect(await changes()).toEqual([]);
    } finally {
      await database.rows("drop function refuse_delete cascade");
    }
  });

  it("do nothing without a selected record", async () => {
    const none = await app.request(question("news", [], "publish"), { cookies: admin });
    expect([none.status, none.headers.get("Location")]).toEqual([303, "/admin/news"]);
    expect(await toastOf(none, "/admin/news")).toContain("Select rows first.");
    const gone = question("news", ["00000000-0000-4000-8000-000000000000"], "delete");
    expect((await app.request(gone, { cookies: admin })).headers.get("Location")).toBe("/admin/news");
  });

  it.each([
    ["news", "choose", { value: "Gardening" }],
    ["news", "burn", {}],
    ["market", "publish", {}],
  ])("of %s reject %s %j", async (path, change, more) => {
    const id = path === "news" ? await article() : await insertRecord(database, "quotes", { name: "Quote" });
    const response = await app.request(question(path, [id], change, more), { cookies: admin });
    expect(response.status).toBe(404);
  });

  it("apply only to the versions that were confirmed", async () => {
    const id = await article({ status: "draft" });
    for (const versions of ["", "nonsense", `${id}:0`]) {
      const sent = await app.request(question("news", [id], "publish"), {
        method: "POST",
        cookies: admin,
        body: { versions },
      });
      expect(sent.status).toBe(422);
      expect(await sent.text()).toContain("Please select the rows again");
    }
    expect((await rowsOf())[id]?.status).toBe("draft");
  });

  it("need access: editors publish news, but delete none", async () => {
    const id = await article({ status: "draft" });
    expect(await page("/admin/news", editor)).not.toContain('name="change" value="delete"');
    expect((await app.request(question("news", [id], "delete"), { cookies: editor })).status).toBe(403);
    const { sent } = await answer(question("news", [id], "publish"), editor);
    expect(sent.status).toBe(303);
  });
});

describe("bulk actions on all matching rows", () => {
  const many = async (count: number, values: Record<string, unknown>) => {
    for (let nth = 0; nth < count; nth += 1)
      await article({ title: `Row ${String(nth).padStart(2, "0")}`, ...values });
  };
  /** The target of a link in a list, by its text. */
  const linkOf = (html: string, words: string) =>
    unescaped(new RegExp(`href="([^"]*)">${words}<`).exec(html)?.[1] ?? "");
  const publishAddress = "/admin/news/selection?status=draft&matching=on&change=publish";

  it("are chosen by a link, on any page, and applied after one confirmation", async () => {
    await many(27, { status: "draft" });
    await article({ title: "Out" });
    const list = await page("/admin/news?status=draft");
    const chosen = unescaped(await page(linkOf(list, "Select all 27 matching rows")));
    expect(
      chosen.match(/<input [^>]*type="checkbox" name="id"[^>]*disabled=""[^>]*checked=""/g),
    ).toHaveLength(5);
    const [bar = ""] = /<form id="selection".*?<\/form>/s.exec(chosen) ?? [];
    expect(bar).toContain("27 matching rows");
    for (const [name, value] of [
      ["status", "draft"],
      ["matching", "on"],
    ])
      expect(bar).toContain(`<input type="hidden" name="${name}" value="${value}"/>`);
    const { html, sent, to } = await answer(publishAddress);
    expect(html).toContain("Publish these 27 news items?");
    expect([html.match(/<li>Row/g)?.length, html.includes("<li>and 2 more</li>")]).toEqual([25, true]);
    expect([sent.status, to]).toEqual([303, "/admin/news?status=draft"]);
    const rows = Object.values(await rowsOf());
    expect(rows.filter(({ version }) => version === 2)).toHaveLength(27);
    expect(rows.every(({ status }) => status === "published")).toBe(true);
    expect(await changes()).toHaveLength(27);
  });

  it("skip later matches, and apply to none if one changed", async () => {
    await many(2, { status: "draft" });
    const html = await page(publishAddress);
    const [, versions = ""] = /name="versions" value="([^"]*)"/.exec(html) ?? [];
    const later = await article({ title: "Later", status: "draft" });
    await database.rows("update news set version = 2 where title = 'Row 01'");
    const send = (looked: string) =>
      app.request(publishAddress, { method: "POST", cookies: admin, body: { versions: looked } });
    const refused = await send(versions);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Row 01: Somebody else changed it after you selected it.");
    expect(Object.values(await rowsOf()).every(({ status }) => status === "draft")).toBe(true);
    const { sent } = await answer(publishAddress.replace("publish", "delete").concat("&q=Row"));
    expect(sent.status).toBe(303);
    expect(Object.keys(await rowsOf())).toEqual([later]);
  });

  it("apply to the first five hundred, with a message", async () => {
    await database.rows(
      "insert into news (id, title, content, category, status) select gen_random_uuid(), 'Bulk ' || n, 'Text.', 'Tech', 'draft' from generate_series(1, 501) n",
    );
    const list = await page("/admin/news");
    const chosen = await page(linkOf(list, "Select the first 500 matching rows"));
    expect(chosen).toContain("500 matching rows");
    const { html, sent } = await answer("/admin/news/selection?matching=on&change=choose&value=Energy");
    expect(html).toContain("Set the category of these 500 news items to Energy?");
    expect(sent.status).toBe(303);
    const rows = Object.values(await rowsOf());
    expect(rows.filter(({ category }) => category === "Energy")).toHaveLength(500);
  });

  it("are not offered if one page has all rows", async () => {
    await many(3, {});
    expect(await page("/admin/news")).not.toContain("that match");
  });
});
