import { app, database, setUpApp } from "tests/support/running-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

const PATH = "/api/auth/session";
const sessions = async () =>
  (await database.rows<{ n: number }>("select count(*)::int as n from sessions"))[0]?.n ?? 0;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe("DELETE /api/auth/session", () => {
  it.each([
    ["premium", "/api/user/profile", "openbell_member"],
    ["admin", "/api/admin/profile", "openbell_staff"],
  ] as const)("ends the session of a token: %s", async (person, own, cookie) => {
    const headers = bearer(await app.tokenOf(person));
    const other = bearer(await app.tokenOf(person));
    const before = await sessions();
    const answer = await app.request(PATH, { method: "DELETE", headers });
    expect([answer.status, await answer.json()]).toEqual([200, { message: "Signed out." }]);
    expect(answer.headers.getSetCookie().join()).toMatch(new RegExp(`^${cookie}=;.*Max-Age=0`));
    expect(await sessions()).toBe(before - 1);
    expect((await app.request(own, { headers })).status).toBe(401);
    expect((await app.request(own, { headers: other })).status).toBe(200);
    expect((await app.request(PATH, { method: "DELETE", headers })).status).toBe(401);
  });

  it.each(["basic", "editor"] as Person[])("ends the session of a cookie: %s", async (person) => {
    const cookies = await app.cookiesOf(person);
    const before = await sessions();
    expect((await app.request(PATH, { method: "DELETE", cookies })).status).toBe(200);
    expect(await sessions()).toBe(before - 1);
    expect((await app.request(PATH, { method: "DELETE", cookies })).status).toBe(401);
  });

  it("ends that of staff if a browser has both", async () => {
    const [member, staff] = [await app.cookiesOf("premium"), await app.cookiesOf("editor")];
    const both = { cookies: `${member}; ${staff}` };
    expect((await app.request(PATH, { method: "DELETE", ...both })).status).toBe(200);
    expect((await app.request("/api/admin/profile", both)).status).toBe(403);
    expect((await app.request("/api/user/profile", both)).status).toBe(200);
  });

  it("needs a session that is valid, and takes no cookie from another site", async () => {
    const cookies = await app.cookiesOf("basic");
    const before = await sessions();
    const foreign = await app.request(PATH, {
      method: "DELETE",
      cookies,
      headers: { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    const answers = [
      await app.request(PATH, { method: "DELETE" }),
      await app.request(PATH, { method: "DELETE", headers: bearer("x".repeat(43)) }),
      await app.request(PATH, { method: "DELETE", cookies, headers: bearer("x".repeat(43)) }),
    ];
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([401, { message: "You are not signed in." }]);
    expect(await sessions()).toBe(before);
    await database.rows("update sessions set expires_at = now() - interval '1 minute'");
    expect((await app.request(PATH, { method: "DELETE", cookies })).status).toBe(401);
  });
});
