import { smallPicture } from "tests/support/request-bodies";
import { app, database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";
import {
  admin,
  article,
  editor,
  jsonInit,
  linksIn,
  openBackOffice,
  page,
  unescaped,
} from "../kit/back-office";

openBackOffice();

const put = (id: string, values: unknown, cookies = admin) =>
  app.request(`/api/news/${id}`, jsonInit("PUT", values, cookies));
const changeIds = async () =>
  (await database.rows<{ id: string }>("select id from changes order by created_at")).map(({ id }) => id);
const stored = async (id: string) =>
  (
    await database.rows("select title, content, category, author, status, version from news where id = ?", [
      id,
    ])
  )[0];
const formAt = async (path: string) => unescaped((await page(path)).replaceAll("<!-- -->", ""));

/** What a browser without script submits from the form. */
function formValuesIn(page: string): Record<string, string> {
  const html = page.split("<form ").find((form) => form.includes('name="content"')) ?? "";
  const answers: Record<string, string> = {};
  for (const [, tag = ""] of html.matchAll(/<input ([^>]*)\/>/g)) {
    const of = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1];
    const [name, type] = [of("name"), of("type")];
    if (!name || type === "file" || type === "search") continue;
    if ((type === "radio" || type === "checkbox") && !/ checked=/.test(` ${tag}`)) continue;
    answers[name] = of("value") ?? "";
  }
  for (const [, name = "", text = ""] of html.matchAll(/<textarea [^>]*name="(\w+)"[^>]*>([^<]*)</g))
    answers[name] = text;
  for (const [, name = "", options = ""] of html.matchAll(/<select [^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs))
    answers[name] = /<option (?=[^>]*selected)[^>]*value="([^"]*)"/.exec(options)?.[1] ?? "";
  return answers;
}

/** An article with three changes, and the changes. */
async function articleWithChanges() {
  const id = await article({ title: "One", content: "First words.", category: "Tech", author: "Ada" });
  await put(id, { title: "Two", content: "Second words." });
  await put(id, { title: "Three" });
  await put(id, { author: "Bea" });
  return { id, changes: await changeIds() };
}

it(
  "restoring a change saves the earlier values as a new version",
  spec("beyond log changes old new"),
  async () => {
    const { id, changes } = await articleWithChanges();
    const [way] = linksIn(await page(`/admin/changes/${changes[0]}`)).filter((href) =>
      href.includes("restore="),
    );
    expect(way).toBe(`/admin/news/${id}/edit?restore=${changes[0]}`);
    const form = await formAt(way ?? "");
    expect(form).toContain("Title: “Three”");
    expect(form).toMatch(/Author: “Bea”.*“Ada”/);
    const answers = formValuesIn(form);
    expect(answers).toMatchObject({ title: "One", content: "First words.", author: "Ada", version: "4" });
    // Opening the page changes nothing.
    expect(await stored(id)).toMatchObject({ title: "Three", version: 4 });
    const saved = await app.request(way ?? "", { method: "POST", cookies: admin, body: answers });
    expect(saved.status).toBe(303);
    expect(await stored(id)).toMatchObject({
      title: "One",
      content: "First words.",
      author: "Ada",
      version: 5,
    });
    const [line] = await database.rows(
      "select action, differences from changes order by created_at desc limit 1",
    );
    expect(line).toEqual({
      action: "restored",
      differences: {
        title: { from: "Three", to: "One" },
        author: { from: "Bea", to: "Ada" },
        content: { from: "Second words.", to: "First words." },
      },
    });
    expect(await formAt("/admin")).toContain(" restored the ");
  },
);

it("restoring an old change keeps later changes to other fields", async () => {
  const { id, changes } = await articleWithChanges();
  const answers = formValuesIn(await formAt(`/admin/news/${id}/edit?restore=${changes[1]}`));
  expect(answers).toMatchObject({ title: "Two", content: "Second words.", author: "Ada" });
});

it("restoring follows the rules of a save: conflicts are shown, invalid values rejected", async () => {
  const { id, changes } = await articleWithChanges();
  const path = `/admin/news/${id}/edit?restore=${changes[0]}`;
  const answers = formValuesIn(await formAt(path));
  await put(id, { title: "Meanwhile" });
  const late = await app.request(path, { method: "POST", cookies: admin, body: answers });
  expect(late.status).toBe(409);
  const wrong = await app.request(path, { method: "POST", cookies: admin, body: { ...answers, title: "" } });
  expect(wrong.status).toBe(422);
  expect(await stored(id)).toMatchObject({ title: "Meanwhile", version: 5 });
});

it("the page shows what cannot be restored, and why", spec("beyond log changes old new"), async () => {
  const id = await article({ title: "One", content: "First words." });
  const picture = new FormData();
  picture.append("image", await smallPicture());
  picture.append("title", "Two");
  await app.request(`/api/news/${id}`, { method: "PUT", cookies: admin, body: picture });
  const [change] = await changeIds();
  await database.rows(`update changes set detail = '{"fields":["title","image","category","content"]}',
    differences = differences || '{"category":{"from":"Gossip","to":"Tech"}}'`);
  const form = await formAt(`/admin/news/${id}/edit?restore=${change}`);
  expect(form).toContain("Picture stays as it is: the earlier picture was deleted");
  expect(form).toMatch(/Category stays as it is: \S+/);
  expect(form).toContain("Content stays as it is: the change log has no earlier value");
  expect(formValuesIn(form)).toMatchObject({ title: "One", content: "First words." });
  expect(formValuesIn(form).category).toBe("Tech");
});

it("restoring needs write access and an existing record with this change", async () => {
  const { id, changes } = await articleWithChanges();
  const other = await article({ title: "Other" });
  for (const change of [changes[0], "nothing", "00000000-0000-4000-8000-000000000000"]) {
    const answer = await app.request(`/admin/news/${other}/edit?restore=${change}`, { cookies: admin });
    expect(answer.status, change).toBe(404);
  }
  expect(
    (await app.request(`/admin/news/${id}/edit?restore=${changes[0]}`, { cookies: editor })).status,
  ).toBe(200);
  expect((await app.request(`/admin/news/${id}/edit?restore=${changes[0]}`)).status).toBe(302);
  await app.request(`/api/news/${id}`, { method: "DELETE", cookies: admin });
  expect(await page(`/admin/changes/${changes[0]}`)).not.toContain("restore=");
});
