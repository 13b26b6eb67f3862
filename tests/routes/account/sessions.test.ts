import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { SIGN_IN_AREAS } from "tests/support/sign-in-areas";
import { spec } from "tests/support/spec";
import { PASSWORD } from "tests/support/test-app";
import { beforeEach, describe, expect, it } from "vitest";
import { signIn } from "./sign-in-form";

setUpApp();
beforeEach(() => database.rows("delete from rate_limits"));

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The sign-in page redirects signed-in people. */
const isSignedIn = async (page: string, headers: Record<string, string>) => {
  const { status } = await app.request(page, { headers });
  return status >= 300 && status < 400;
};

const cookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => /^openbell_(member|staff)=/.test(cookie)) ?? "";

describe.each(SIGN_IN_AREAS)("a session of $side", ({ side, page, logout, api, person }) => {
  const email = `${person}@demo.test`;

  it("begins with a new id, never one that the browser brought", spec("9 browser storage keys"), async () => {
    const planted = `openbell_${side}=${"A".repeat(43)}`;
    const first = cookieOf(await signIn(page, email, PASSWORD, { Cookie: planted }));
    const second = cookieOf(await signIn(page, email, PASSWORD, { Cookie: first.split(";")[0] ?? "" }));
    expect(first).toMatch(
      new RegExp(`^openbell_${side}=[\\w-]{43}; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax$`),
    );
    expect(first).not.toContain("AAAAAAAA");
    expect(second.split(";")[0]).not.toBe(first.split(";")[0]);
    expect(await isSignedIn(page, { Cookie: planted })).toBe(false);
  });

  it(
    "ends with a POST to its sign-out, but not with a GET",
    spec("4 session signed signed out"),
    async () => {
      const headers = { Cookie: await app.cookiesOf(person) };
      await app.request(logout, { headers });
      expect(await isSignedIn(page, headers)).toBe(true);
      const ended = await app.request(logout, { method: "POST", headers });
      expect([ended.status, ended.headers.get("Location")]).toEqual([303, page]);
      expect(cookieOf(ended)).toMatch(/=; Max-Age=0; Path=\//);
      expect(await isSignedIn(page, headers)).toBe(false);
    },
  );

  it("ends with the next successful sign-in in its browser, not with a failed one", async () => {
    const other = side === "member" ? "private" : "admin";
    const [old, elsewhere] = [await app.cookiesOf(person), await app.cookiesOf(person)];
    await signIn(page, `${other}@demo.test`, "wrong", { Cookie: old });
    expect(await isSignedIn(page, { Cookie: old })).toBe(true);
    const replaced =
      cookieOf(await signIn(page, `${other}@demo.test`, PASSWORD, { Cookie: old })).split(";")[0] ?? "";
    expect(await isSignedIn(page, { Cookie: replaced })).toBe(true);
    expect(await isSignedIn(page, { Cookie: old })).toBe(false);
    const byApi = await app.request(api, {
      method: "POST",
      json: { email, password: PASSWORD },
      cookies: replaced,
    });
    expect(byApi.status).toBe(200);
    expect(await isSignedIn(page, { Cookie: replaced })).toBe(false);
    expect(await isSignedIn(page, { Cookie: elsewhere })).toBe(true);
  });

  it("survives a sign-in with a token, even next to its cookie", async () => {
    const cookies = await app.cookiesOf(person);
    const headers = { Cookie: cookies, ...bearer(await app.tokenOf(person)) };
    expect((await signIn(page, email, PASSWORD, headers)).status).toBe(303);
    expect(await isSignedIn(page, { Cookie: cookies })).toBe(true);
  });

  it("survives the browser's sign-in to the other area", async () => {
    const [otherPage, otherPerson] =
      side === "member" ? (["/admin/login", "editor"] as const) : (["/login", "premium"] as const);
    const cookies = await app.cookiesOf(otherPerson);
    await signIn(page, email, PASSWORD, { Cookie: cookies });
    expect(await isSignedIn(otherPage, { Cookie: cookies })).toBe(true);
  });

  it("ends with sign-out, also for an API client", async () => {
    const headers = bearer(await app.tokenOf(person));
    expect((await app.request("/api/news", { headers })).status).toBe(200);
    await app.request(logout, { method: "POST", headers });
    expect((await app.request("/api/news", { headers })).status).toBe(401);
  });

  it("ends when it expires and when the person is deactivated", async () => {
    const table = side === "member" ? "members" : "staff";
    const headers = { Cookie: await app.cookiesOf(person) };
    const token = await app.tokenOf(person);
    expect(await isSignedIn(page, headers)).toBe(true);
    await database.rows(`update ${table} set status = 'inactive' where email = ?`, [email]);
    try {
      expect(await isSignedIn(page, headers)).toBe(false);
      expect((await app.request("/api/news", { headers: bearer(token) })).status).toBe(401);
      expect((await signIn(page, email)).status).toBeGreaterThanOrEqual(400);
    } finally {
      await database.rows(`update ${table} set status = 'active' where email = ?`, [email]);
    }
    await database.rows("update sessions set expires_at = now()");
    expect(await isSignedIn(page, headers)).toBe(false);
    expect((await app.request("/api/news", { headers: bearer(token) })).status).toBe(401);
  });

  it("is invalid in the other area", async () => {
    const [, value = ""] = (await app.cookiesOf(person)).split("=");
    const other = side === "member" ? "staff" : "member";
    const otherPage = side === "member" ? "/admin/login" : "/login";
    expect(await isSignedIn(otherPage, { Cookie: `openbell_${other}=${value}` })).toBe(false);
  });

  it("matches the API's documentation, and its token is nowhere in the database", async () => {
    const response = await app.request(api, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: ` ${email.toUpperCase()} `, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toContain("no-store");
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ message: "Logged in successfully!" });
    expect(answer[side === "member" ? "user" : "admin"]).toMatchObject({ email });
    expect(JSON.stringify(answer)).not.toMatch(/argon2|passwordHash|password_hash/);
    expect(await everythingStored()).not.toContain(String(answer.token));
  });
});

async function everythingStored(): Promise<string> {
  const tables = await database.rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const found = await database.rows<{ text: string }>(`select r::text as text from "${name}" as r`);
    texts.push(...found.map(({ text }) => text));
  }
  return texts.join("\n");
}

describe("a person's permissions change immediately", () => {
  it("when the role changes", async () => {
    const headers = { Cookie: await app.cookiesOf("admin") };
    const ask = async () => (await app.request("/api/daily-brief/admin", { headers })).status;
    expect(await ask()).toBe(200);
    await database.rows("update staff set role = 'editor' where email = 'admin@demo.test'");
    expect(await ask()).toBe(403);
    expect((await app.request("/admin/daily-brief", { headers })).status).toBe(403);
    await database.rows("update staff set role = 'admin' where email = 'admin@demo.test'");
    expect(await ask()).toBe(200);
  });

  it("when a membership ends, on cached pages too", async () => {
    const id = await insertRecord(database, "daily_briefs", { analysis: "Only for those who pay." });
    const headers = { Cookie: await app.cookiesOf("premium") };
    const reads = async (path: string) =>
      (await (await app.request(path, { headers })).text()).includes("Only for those who pay.");
    const all = async () => Promise.all([`/daily-brief/${id}`, `/api/daily-brief/${id}`].map(reads));
    for (let time = 0; time < 6; time += 1) expect(await all()).toEqual([true, true]);
    await database.rows(
      "update members set subscription_expires_at = now() where email = 'premium@demo.test'",
    );
    expect(await all()).toEqual([false, false]);
    await database.rows(
      "update members set subscription_expires_at = null where email = 'premium@demo.test'",
    );
    expect(await all()).toEqual([true, true]);
  });
});

describe("a Bearer token", () => {
  it("takes precedence over cookies", async () => {
    const Cookie = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
    const ask = async (headers: Record<string, string>) =>
      (await app.request("/api/daily-brief/admin", { headers })).status;
    expect(await ask({ Cookie })).toBe(200);
    expect(await ask({ Cookie, ...bearer(await app.tokenOf("editor")) })).toBe(403);
  });

  it.each([
    "Bearer ",
    "Bearer x",
    `Bearer ${"A".repeat(43)}`,
    "Basic YTpi",
    "Bearer a b",
    `Bearer ${"'".repeat(40)}`,
  ])("that is invalid gets 401 whatever the cookies: %s", async (Authorization) => {
    const Cookie = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
    const headers = { Cookie, Authorization };
    for (const path of ["/api/news", "/api/daily-brief/admin", "/api/admin/profile"]) {
      const response = await app.request(path, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
  });
});
