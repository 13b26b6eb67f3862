import { PASSWORD, type Person, startTestApp, type TestApp } from "tests/support/app";
import { type Database, openDatabase } from "tests/support/database";
import { type Instance, startInstance } from "tests/support/instance";
import { record } from "tests/support/records";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

let app: TestApp;
let database: Database;

beforeAll(async () => {
  app = await startTestApp();
  database = openDatabase(app.databaseUrl);
});
afterAll(async () => {
  await database?.close();
  await app?.stop();
});
beforeEach(() => database.rows("delete from rate_limits"));

const SIDES = [
  { side: "member", page: "/login", logout: "/logout", api: "/api/auth/user/login", person: "premium" },
  {
    side: "staff",
    page: "/admin/login",
    logout: "/admin/logout",
    api: "/api/auth/admin/login",
    person: "admin",
  },
] as const;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** The sign-in page sends whoever is signed in away. */
const isSignedIn = async (page: string, headers: Record<string, string>) => {
  const { status } = await app.request(page, { headers });
  return status >= 300 && status < 400;
};

const signIn = (page: string, email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.request(page, { method: "POST", headers, body: { email, password } });

const cookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => /^openbell_(member|staff)=/.test(cookie)) ?? "";

describe.each(SIDES)("a session of $side", ({ side, page, logout, api, person }) => {
  const email = `${person}@demo.test`;

  it("begins with an id that nobody chose or knew", async () => {
    const planted = `openbell_${side}=${"A".repeat(43)}`;
    const first = cookieOf(await signIn(page, email, PASSWORD, { Cookie: planted }));
    const second = cookieOf(await signIn(page, email, PASSWORD, { Cookie: first.split(";")[0] ?? "" }));
    expect(first).toMatch(
      new RegExp(`^openbell_${side}=[\\w-]{43}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax$`),
    );
    expect(first).not.toContain("AAAAAAAA");
    expect(second.split(";")[0]).not.toBe(first.split(";")[0]);
    expect(await isSignedIn(page, { Cookie: planted })).toBe(false);
  });

  it("really ends with a POST to its sign-out, and not with a GET", async () => {
    const headers = { Cookie: await app.cookiesOf(person) };
    await app.request(logout, { headers });
    expect(await isSignedIn(page, headers)).toBe(true);
    const ended = await app.request(logout, { method: "POST", headers });
    expect([ended.status, ended.headers.get("Location")]).toEqual([303, page]);
    expect(cookieOf(ended)).toMatch(/=; Path=\/; Max-Age=0/);
    expect(await isSignedIn(page, headers)).toBe(false);
  });

  it("of a program ends the same way", async () => {
    const headers = bearer(await app.tokenOf(person));
    expect((await app.request("/api/news", { headers })).status).toBe(200);
    await app.request(logout, { method: "POST", headers });
    expect((await app.request("/api/news", { headers })).status).toBe(401);
  });

  it("is over when its time is, and for people who are not active any more", async () => {
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

  it("of one kind is nothing on the other side", async () => {
    const [, value = ""] = (await app.cookiesOf(person)).split("=");
    const other = side === "member" ? "staff" : "member";
    const otherPage = side === "member" ? "/admin/login" : "/login";
    expect(await isSignedIn(otherPage, { Cookie: `openbell_${other}=${value}` })).toBe(false);
  });

  it("is answered as the API documents it, and its token is nowhere in the database", async () => {
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

describe("what a person may do changes at once", () => {
  it("with the role", async () => {
    const headers = { Cookie: await app.cookiesOf("admin") };
    const ask = async () => (await app.request("/api/daily-brief/admin", { headers })).status;
    expect(await ask()).toBe(200);
    await database.rows("update staff set role = 'editor' where email = 'admin@demo.test'");
    expect(await ask()).toBe(403);
    expect((await app.request("/admin/daily-brief", { headers })).status).toBe(403);
    await database.rows("update staff set role = 'admin' where email = 'admin@demo.test'");
    expect(await ask()).toBe(200);
  });

  it("with the end of a membership, on pages that are kept too", async () => {
    const id = await record(database, "daily_briefs", { analysis: "Only for those who pay." });
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
  it("beats the cookies that come with it", async () => {
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
  ])("that is not good is a 401 whatever the cookies say: %s", async (Authorization) => {
    const Cookie = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
    const headers = { Cookie, Authorization };
    for (const path of ["/api/news", "/api/daily-brief/admin", "/api/admin/profile"]) {
      const response = await app.request(path, { headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ message: expect.any(String) });
    }
  });
});

describe("where a sign-in leads", () => {
  const leadsTo = async (next: string) => {
    const path = `/login?next=${encodeURIComponent(next)}`;
    await database.rows("delete from rate_limits");
    const response = await signIn(path, "premium@demo.test");
    expect(response.status, JSON.stringify(next)).toBe(303);
    return new URL(response.headers.get("Location") ?? "", "http://localhost:3000");
  };

  it.each([
    "/news",
    "/news?category=Tech&page=2",
    "/daily-brief#top",
  ])("to where the person was: %s", async (next) => {
    expect((await leadsTo(next)).href).toBe(`http://localhost:3000${next}`);
  });

  it.each([
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "https://evil.test/",
    "http:evil.test",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\t/evil.test",
    "/\n/evil.test",
    "\t//evil.test",
    " //evil.test",
    "/%09/evil.test",
    "/.//evil.test",
    "/..//evil.test",
    "/a/..//evil.test",
    "@evil.test",
    "/\r\nSet-Cookie: a=b",
    "/ü/\u{1F514}",
    "/\0",
    "/%",
  ])("never off the site: %j", async (next) => {
    const to = await leadsTo(next);
    expect(to.origin).toBe("http://localhost:3000");
    expect(to.pathname).not.toMatch(/^\/\//);
    const { status } = await app.request(`/login?next=${encodeURIComponent(next)}`, {
      cookies: await app.cookiesOf("premium"),
    });
    expect(status).toBeLessThan(400);
  });
});

describe("a wrong sign-in", () => {
  /** Ids and nonces are new with every answer, and the typed address comes back. */
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "ID")
      .replace(/nonce="[^"]*"|nonce-[^']*/g, "NONCE")
      .replace(/"[A-Za-z0-9+/]{22}=="|\\"[A-Za-z0-9+/]{22}==\\"/g, "NONCE")
      .replaceAll(/[\w-]+(@|%40)(demo|none)\.test/g, "ADDRESS");
  const compared = async (response: Response) => {
    const headers = [...response.headers].filter(([name]) => !["date", "x-request-id"].includes(name));
    return plain(`${response.status} ${JSON.stringify(headers)} ${await response.text()}`);
  };
  const known: Person[] = ["premium", "pending", "inactive", "lapsed"];

  it.each(SIDES)("tells nobody of $side whether an address is known", async ({ page, api }) => {
    const inJson = (email: string) =>
      app.request(api, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: "wrong" }),
      });
    const unknown = [
      await compared(await signIn(page, "nobody1@none.test", "wrong")),
      await compared(await inJson("nobody1@none.test")),
    ];
    expect(unknown[0]).toContain("Invalid email or password");
    for (const person of page === "/login" ? known : (["admin", "inactive-staff"] as const)) {
      const email = `${person}@demo.test`;
      expect(await compared(await signIn(page, email, "wrong"))).toBe(unknown[0]);
      expect(await compared(await inJson(email))).toBe(unknown[1]);
    }
  });

  it("never gives the password back", async () => {
    for (const path of ["/login", "/admin/login", "/login.data", "/admin/login.data"]) {
      const response = await signIn(path, "premium@demo.test", "hunter2-hunter2");
      expect(await response.text()).not.toContain("hunter2");
      const invalid = await signIn(path, "", "hunter2-hunter2");
      expect(await invalid.text()).not.toContain("hunter2");
    }
  });

  it("of somebody pending is explained only to who knows the password", async () => {
    expect(await (await signIn("/login", "pending@demo.test")).text()).toContain("Please verify your email");
    expect(await (await signIn("/login", "pending@demo.test", "wrong")).text()).not.toContain(
      "verify your email",
    );
  });
});

describe("limits over two servers on one database", () => {
  let second: Instance;
  beforeAll(async () => {
    second = await startInstance(app.databaseUrl);
  });
  afterAll(() => second?.stop());

  /**
   * 200 at once, every other one at the other server. A machine that is out of breath answers some of them 503; those
   * may have been counted without being checked, so they count for either side.
   */
  async function expectChecked(
    allowed: number,
    path: string,
    emailOf: (index: number) => string,
  ): Promise<void> {
    const answers = Array.from({ length: 200 }, async (_, index) => {
      const base = index % 2 ? second.url : app.url;
      const response = await fetch(base + path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email: emailOf(index), password: "wrong" }),
      });
      await response.arrayBuffer();
      return response.status;
    });
    const statuses = await Promise.all(answers);
    const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
    expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(count(401)).toBeLessThanOrEqual(allowed);
    expect(count(401) + count(503)).toBeGreaterThanOrEqual(allowed);
  }

  it.each([
    ["/api/auth/user/login", "basic@demo.test"],
    ["/api/auth/user/login", "nobody@none.test"],
    ["/api/auth/admin/login", "editor@demo.test"],
  ])("%s lets 10 of 200 attempts at one address reach the password", async (path, email) => {
    await expectChecked(10, path, () => email);
    const counted = await database.rows<{ points: number }>(
      "select points::int as points from rate_limits where key like 'sign-in-address%'",
    );
    expect(counted).toHaveLength(1);
    expect(counted[0]?.points).toBeGreaterThanOrEqual(10);
    const right = await app.request(path, { method: "POST", body: { email, password: PASSWORD } });
    expect(right.status).toBe(429);
  });

  it("lets 60 of 200 attempts from one network at many addresses reach the password", async () => {
    await expectChecked(60, "/api/auth/user/login", (index) => `somebody${index}@none.test`);
  });

  it("a proxy's header makes nobody another network", async () => {
    const counts: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const headers = { "X-Forwarded-For": `10.0.0.${index}`, "X-Real-IP": `10.0.0.${index}` };
      counts.push((await signIn("/login", "basic@demo.test", "wrong", headers)).status);
    }
    expect(counts.filter((status) => status === 429)).toHaveLength(2);
  });

  it.each(["/login", "/admin/login"])("%s says in words how long to wait", async (page) => {
    let refused = await signIn(page, "editor@demo.test", "wrong");
    for (let time = 0; time < 10; time += 1) refused = await signIn(page, "editor@demo.test", "wrong");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.text()).toContain("Too many attempts. Please try again in 15 minutes.");
  });

  it("a right password clears the count of its address", async () => {
    for (let time = 0; time < 9; time += 1) await signIn("/login", "basic@demo.test", "wrong");
    expect((await signIn("/login", "basic@demo.test")).status).toBe(303);
    for (let time = 0; time < 9; time += 1) {
      expect((await signIn("/login", "basic@demo.test", "wrong")).status).toBe(401);
    }
  });
});
