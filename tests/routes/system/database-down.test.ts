import { cacheBypassCookies, serverPageCache } from "tests/support/cached-pages";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import type { TestApp } from "tests/support/test-app";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { log } from "~/platform/log.server";

setUpProxiedApp();

let admin: string;
let article: string;
let picture: string;
let premium: string;
beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  admin = await app.cookiesOf("admin");
  picture = await insertRecord(database, "images");
  article = await insertRecord(database, "news", { title: "Still here", image_id: picture });
});

const status = async (path: string, init: Parameters<TestApp["request"]>[1] = {}) => {
  const response = await app.request(path, init);
  await response.arrayBuffer();
  return response.status;
};

/** More requests than pool connections, so that a broken one would be used. */
const allSucceed = async () => {
  const answers = Array.from({ length: 30 }, () =>
    status(`/api/news/${article}`, { cookies: cacheBypassCookies() }),
  );
  return (await Promise.all(answers)).every((answer) => answer === 200);
};

const ADA = { firstname: "Ada", lastname: "Wexford", email: "ada@example.com", password: "a long password" };

/** Pages that render without the database keep their own error and the typed values. */
const FORMS: Record<string, string> = {
  "/login": "Unexpected error. Please try again.",
  "/register": "Registration failed. Try again!",
  "/forget-password": "Something went wrong",
  "/verify-email/some-token": "Verification failed",
};

const PAGES = [
  "/news?page=2",
  "/news/an-article",
  "/news.data",
  "/admin/news",
  "/admin/news/new",
  "/login",
  "/register",
  "/forget-password",
  "/verify-email/some-token",
] as const;

const isForm = (path: string) => path in FORMS && !path.startsWith("/verify-email");

const ARTICLE = { title: "Lost", content: "Its text.", category: "Tech", status: "published" };

function requestInit(path: string): Parameters<TestApp["request"]>[1] {
  if (path === "/admin/news/new") return { method: "POST", body: ARTICLE, cookies: admin };
  return isForm(path) ? { method: "POST", body: ADA } : { cookies: path === "/admin/news" ? admin : "" };
}

async function expectUnavailable(): Promise<void> {
  await Promise.all([...PAGES.map(expectPageAway), expectApiAway(), expectPictureAway()]);
  expect(await status("/healthz")).toBe(200);
  expect(await status("/readyz")).toBe(503);
}

async function expectPageAway(path: string): Promise<void> {
  const response = await app.request(path.replace("an-article", article), requestInit(path));
  const text = await response.text();
  expect([path, response.status]).toEqual([path, 503]);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(response.headers.get("Cache-Control")).toContain("no-store");
  expect(text).not.toMatch(/ECONN|knex|timeout|select |\bat .*\.js:\d/i);
  if (path.includes(".data")) return;
  expect(text).toContain('<html lang="en">');
  expect(text).toMatch(/<link[^>]+rel="stylesheet"/);
  expect(text).toContain(FORMS[path] ?? response.headers.get("X-Request-Id"));
  if (path === "/register") expect(text).toContain('value="Wexford"');
}

/** Without the database, nobody knows whether the picture's record is in the bin. */
async function expectPictureAway(): Promise<void> {
  const { status, headers } = await app.request(`/uploads/${picture}/320.webp`);
  expect([status, headers.get("Content-Type"), headers.get("Retry-After")]).toEqual([
    503,
    "image/svg+xml",
    "5",
  ]);
  expect(headers.get("Cache-Control")).toBe("no-store");
}

async function expectApiAway(): Promise<void> {
  const answers = await Promise.all([
    app.request("/api/news?page=3"),
    app.request("/api/news", { method: "POST", cookies: admin, body: { title: "Lost" } }),
    app.request("/api/auth/user/register", { method: "POST", body: ADA }),
  ]);
  const messages = answers.map(async (answer) => {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    return answer.json();
  });
  expect(await Promise.all(messages)).toEqual([
    { message: "Failed to fetch news." },
    { message: "Failed to add news." },
    { message: FORMS["/register"] },
  ]);
}

async function expectAvailable(): Promise<void> {
  await waitUntil(allSucceed);
  // Several rounds prove that no pool connection stays broken.
  for (let time = 0; time < 3; time += 1) expect(await allSucceed()).toBe(true);
  expect(await (await app.request("/news")).text()).toContain("Still here");
  expect(await status("/admin/news", { cookies: admin })).toBe(200);
  expect(await status("/readyz")).toBe(200);
}

describe("while the database", () => {
  it(
    "is down, every request gets a reply, and the server recovers",
    spec("8 registration failed try again", "8 logged only empty list", "8 was typed kept database"),
    async () => {
      expect(await allSucceed()).toBe(true);
      proxy.refuse();
      await expectUnavailable();
      proxy.thaw();
      await expectAvailable();
    },
  );

  it("is down, visitors get cached pages, and members get an error", async () => {
    const visit = async (cookies = "") => {
      const response = await app.request(`/news/${article}`, { cookies });
      return [response.status, (await response.text()).includes("Still here")];
    };
    // Pages are cached again once the server hears of changes.
    await waitUntil(async () => (await visit())[1] === true && serverPageCache().size.pages > 0);
    proxy.refuse();
    await waitUntil(async () => (await status("/readyz")) === 503);
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit()));
    expect(answers).toEqual(Array(20).fill([200, true]));
    expect((await visit(premium))[0]).toBe(503);
    proxy.thaw();
    await expectAvailable();
    await database.rows("update news set title = 'Changed' where id = ?", [article]);
    await waitUntil(async () => (await visit())[1] === false);
    await database.rows("update news set title = 'Still here' where id = ?", [article]);
    await waitUntil(async () => (await visit())[1] === true);
  });

  it("is down, the log has fewer lines than refused requests", async () => {
    const lines = (["warn", "error"] as const).map((level) => vi.spyOn(log(), level));
    proxy.refuse();
    await waitUntil(async () => (await status("/readyz")) === 503);
    for (const line of lines) line.mockClear();
    const refused = Array.from({ length: 10 }, (_, n) => [
      status(`/news?page=${n + 2}`),
      status(`/api/news?page=${n + 2}`),
    ]);
    expect(await Promise.all(refused.flat())).toEqual(Array(20).fill(503));
    const logged = lines.flatMap(({ mock }) => mock.calls);
    vi.restoreAllMocks();
    proxy.thaw();
    await expectAvailable();
    expect(logged.length).toBeLessThan(20);
  });

  it("does not reply, every request gets one, and the server recovers", async () => {
    expect(await allSucceed()).toBe(true);
    proxy.freeze();
    const answers = Array.from({ length: 10 }, (_, index) => status(`/news?page=${index + 2}`));
    expect(await Promise.all(answers)).toEqual(Array(10).fill(503));
    expect(await status("/healthz")).toBe(200);
    proxy.thaw();
    await expectAvailable();
  });

  it("is read-only, writes get 503, pages are shown, and the server recovers", async () => {
    const [{ name } = { name: "" }] = await database.rows<{ name: string }>(
      "select current_database() as name",
    );
    await database.rows(`alter database "${name}" set default_transaction_read_only = on`);
    proxy.cut();
    await waitUntil(async () => (await status("/readyz")) === 503);
    expect(await status("/news?page=2")).toBe(200);
    for (const path of Object.keys(FORMS).filter(isForm)) await expectPageAway(path);
    const save = { method: "POST", cookies: admin, body: ARTICLE } as const;
    expect(await status("/api/news", save)).toBe(503);
    await database.rows(`alter database "${name}" reset default_transaction_read_only`);
    await waitUntil(async () => (await status("/api/news", save)) === 201);
    await expectAvailable();
    for (let time = 0; time < 10; time += 1) expect(await status("/api/news", save)).toBe(201);
  });

  it("ends all connections, only running requests may fail", async () => {
    expect(await allSucceed()).toBe(true);
    await database.rows(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => status(`/api/news?limit=${n + 1}`)),
    );
    expect(answers.filter((answer) => answer !== 200 && answer !== 503)).toEqual([]);
    await expectAvailable();
  });
});
