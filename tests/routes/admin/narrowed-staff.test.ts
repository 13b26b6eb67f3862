import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, get, html, memberIdOf, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { NARROWED } from "~/auth/viewer.server";

setUpStaffApp();

type Stored = { id: string; version: number; narrowed_to: string[] };
const stored = async () =>
  (await database.rows<Stored>("select * from staff where email = 'admin@demo.test'"))[0] as Stored;

/** Saves the form of the person's page as the superadmin. */
async function narrow(fields: Record<string, string>) {
  const { id, version } = await stored();
  const person = { fullname: "Ada Admin", email: "admin@demo.test", role: "admin", status: "active" };
  return post(`/admin/settings/${id}/edit`, { ...person, version: String(version), ...fields }, "superadmin");
}

beforeEach(async () => {
  await staffCookies("admin");
  await database.rows("update staff set narrowed_to = '{}' where email = 'admin@demo.test'");
  await database.rows("delete from changes");
});

const HELPS = { narrowing: "helps members only" };

describe("a person who helps members only", () => {
  beforeEach(async () => expect((await narrow(HELPS)).status).toBe(303));

  it("is refused everything else at the next request, and stays signed in", async () => {
    const refused: [string, string][] = [
      ["GET", "/admin/news"],
      ["GET", "/admin/news/new"],
      ["POST", "/admin/news/new"],
      ["GET", "/admin/news/export.csv"],
      ["GET", "/admin/bin"],
      ["GET", "/admin/manage-users/export.csv"],
      ["GET", "/admin/mails/export.csv"],
      ["GET", "/admin/newsletters"],
      ["GET", "/api/news/admin"],
      ["POST", "/api/news"],
      ["PUT", "/api/markets/bulk"],
      ["GET", "/api/admin/get-users"],
    ];
    const cookies = await staffCookies("admin");
    for (const [method, path] of refused) {
      const answer = await app.request(path, { method, cookies });
      expect([method, path, answer.status]).toEqual([method, path, 403]);
      expect(await answer.text()).toContain(NARROWED);
    }
    expect((await get("/admin")).status).toBe(200);
    expect((await get("/admin/profile-settings")).status).toBe(200);
  });

  it("signs members out, and does not change their address", async () => {
    const id = await memberIdOf("premium");
    expect((await get(`/admin/manage-users/${id}`)).status).toBe(200);
    expect((await post(`/admin/manage-users/${id}/devices`, {})).status).toBe(303);
    const [member] = await database.rows<Record<string, string>>("select * from members where id = ?", [id]);
    const { firstname = "", lastname = "", version } = member ?? {};
    const form = { firstname, lastname, email: "another@demo.test", version: String(version) };
    const answer = await post(`/admin/manage-users/${id}/edit`, form);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining(NARROWED)]);
  });

  it("finds nothing else in the menu, the tiles and the go-to box", async () => {
    const page = await html("/admin");
    expect(page).toContain('href="/admin/manage-users"');
    expect(page).not.toContain('href="/admin/news"');
    expect(page).not.toContain(NARROWED);
    const list = await html("/admin/manage-users");
    for (const refused of ["/export.csv", "/admin/manage-users/import", "/admin/newsletters"])
      expect(list).not.toContain(refused);
    const { body } = await api("GET", "/admin/go.json?q=news");
    expect(JSON.stringify(body)).not.toContain("/admin/news");
  });

  it("has a mark in the list of admins and a line in the log", async () => {
    const { id } = await stored();
    expect(await html("/admin/settings?size=25", "superadmin")).toContain("helps members only");
    const log = await html(`/admin/changes?record=${id}`, "superadmin");
    expect(log).toContain("what they may do");
    expect(await html(`/admin/settings/${id}/edit`, "superadmin")).toMatch(
      /<input[^>]*name="narrowing"[^>]*value="helps members only"[^>]*checked|checked[^>]*value="helps members only"/,
    );
  });
});

it("ticks are kept with what they need, and none are refused with what was typed", async () => {
  const empty = await narrow({ narrowing: "ticked", bio: "Typed meanwhile" });
  expect(empty.status).toBe(422);
  const page = await empty.text();
  expect(page).toContain("Tick what they may do");
  expect(page).toContain("Typed meanwhile");
  expect((await stored()).narrowed_to).toEqual([]);
  expect((await narrow({ narrowing: "ticked", narrowedTo: "news.publish" })).status).toBe(303);
  expect((await stored()).narrowed_to).toEqual(["news.read", "news.write", "news.publish"]);
  const id = await insertRecord(database, "news", { status: "draft" });
  const published = await post(`/admin/news/${id}/publication`, { status: "published", version: "1" });
  expect(published.status).toBe(303);
  expect((await post(`/admin/news?delete=${id}`, {})).status).toBe(403);
});

it("a role that can do nothing of what is chosen is refused", async () => {
  const refused = await narrow({ ...HELPS, role: "editor" });
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("This role can do nothing of that"),
  ]);
  expect((await stored()).narrowed_to).toEqual([]);
});

it("the API’s change of a person leaves the narrowing, and everything takes it away", async () => {
  await narrow(HELPS);
  const { id } = await stored();
  const person = { fullname: "Ada Admin", email: "admin@demo.test", role: "admin" };
  expect((await api("PUT", `/api/auth/admin/updateAdmin/${id}`, person, "superadmin")).status).toBe(200);
  expect((await stored()).narrowed_to).not.toEqual([]);
  await narrow({ narrowing: "everything" });
  expect((await stored()).narrowed_to).toEqual([]);
  expect((await get("/admin/news")).status).toBe(200);
});
