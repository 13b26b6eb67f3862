import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { expect, it } from "vitest";
import { admin, openBackOffice, page } from "./back-office";

openBackOffice();

const post = (path: string, body: Record<string, string>) =>
  app.request(path, { method: "POST", cookies: admin, body });

/** The page that follows, with the toast. */
const next = (done: Response) =>
  page(done.headers.get("Location") ?? "", `${admin}; ${done.headers.getSetCookie()[0]?.split(";")[0]}`);

/** Presses "Undo" in the toast of the page that follows. */
async function undo(done: Response): Promise<Response> {
  const html = await next(done);
  const [, action = "", values = ""] =
    /<form method="post" action="([^"]+)">((?:<input[^>]+>)*)<button[^>]*>(?:<[^>]+>)*Undo/.exec(html) ?? [];
  expect(action).not.toBe("");
  const body = [...values.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  return post(action.replaceAll("&amp;", "&"), Object.fromEntries(body));
}

const stored = (id: string) => database.rows("select status, title from news where id = ?", [id]);

it("undo after a deletion brings the record back from the bin", async () => {
  const id = await insertRecord(database, "news", { title: "Copper before the bell", status: "published" });
  const deleted = await post(`/admin/news?delete=${id}`, { version: "1" });
  expect(await stored(id)).toEqual([]);
  const restored = await undo(deleted);
  expect(restored.headers.get("Location")).toBe(`/admin/news/${id}/edit`);
  expect(await stored(id)).toMatchObject([{ title: "Copper before the bell" }]);
  expect(await database.rows("select 1 from binned_records")).toEqual([]);
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
