import { processValues } from "db/per-process";
import { proxy, setUpProxiedApp } from "tests/support/proxied-app";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { app } from "tests/support/running-app";
import { coveringPairs, SEED_NOTE } from "tests/support/sample";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "~/platform/log.server";
import { MATRIX } from "../security/matrix";

vi.setConfig({ testTimeout: 300_000 });

/** Fills every path parameter and query; it must appear nowhere else. */
const SECRET = "Cnry0secret0token0Cnry";

const written: string[] = [];
beforeAll(() => {
  processValues.set("log", createLog("trace", { write: (line: string) => void written.push(line) }));
  for (const name of ["log", "info", "warn", "error"] as const) {
    vi.spyOn(console, name).mockImplementation(
      (...values) => void written.push(values.map(String).join(" ")),
    );
  }
});
afterAll(() => void vi.restoreAllMocks());
setUpProxiedApp();

let cookies: string;
beforeAll(async () => {
  cookies = [await app.cookiesOf("superadmin"), await app.cookiesOf("premium")].join("; ");
});
beforeEach(() => {
  written.length = 0;
});

const QUESTIONS = ["token", "email", "q", "since", "delete", "next", "userId", "code", "change", "page"];
const SEARCH = `?${QUESTIONS.map((name) => `${name}=${SECRET}%40demo.test`).join("&")}`;

/** Every address with the secret as each parameter, including optional ones. */
const ADDRESSES = allRoutes().map(({ pattern, page }) => {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, SECRET]);
  const path = fillParams(pattern, { ...Object.fromEntries(names), "*": SECRET });
  return { pattern, paths: page ? [path, dataUrl(path)] : [path] };
});

/** @param together more if each request only waits for a stopped database */
const requestAll = (paths: string[], methods: string[], together?: number) =>
  sendAll(
    paths.flatMap((path) => methods.map((method): Sent => [path, method])),
    together,
  );

type Sent = [path: string, method: string];

async function sendAll(requests: Sent[], together = 6): Promise<void> {
  const waiting = [...requests];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [path, method] = next;
      const body = method === "GET" ? undefined : { email: `${SECRET}@demo.test`, password: SECRET };
      const response = await app.request(path, { method, cookies, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: together }, worker));
}

const leakingLines = () => written.filter((line) => line.includes(SECRET)).slice(0, 5);

describe("the log", () => {
  it("names every address by its pattern, for any method and query", async () => {
    const requests = ADDRESSES.flatMap(({ paths: [path = "", data = path] }) =>
      // Also without a query; page data requests run the same code without rendering.
      coveringPairs([path + SEARCH, data + SEARCH, data], ["GET", "POST", "DELETE"], `logged at ${path}`),
    );
    await sendAll(requests);
    expect(leakingLines(), SEED_NOTE).toEqual([]);
    const named = new Set(written.map((line) => (JSON.parse(line) as { path?: string }).path));
    for (const { pattern } of ADDRESSES) expect(named, `${pattern}, ${SEED_NOTE}`).toContain(pattern);
    expect(Object.keys(MATRIX).length).toBe(ADDRESSES.length);
  });

  it("leaves out unreadable and unknown addresses", async () => {
    const odd = [
      `/reset-password/${SECRET}%`,
      `/reset-password/${SECRET}%ff`,
      `/verify-email/%E0%A4%A${SECRET}.data`,
      `/api/auth/user/reset-password/${SECRET}%`,
      `/assets/%E0%A4%A${SECRET}`,
      `/uploads/%ff/${SECRET}`,
      `/Reset-Password/${SECRET}`,
      `/nowhere/${SECRET}`,
      `/api/nowhere/${SECRET}`,
      `/__manifest?p=${SECRET}`,
      `/?_data=${SECRET}`,
      `/news.data?_routes=${SECRET}`,
    ];
    await requestAll(odd, ["GET", "POST", "DELETE", "PATCH", "OPTIONS"]);
    expect(written.length).toBeGreaterThan(odd.length);
    expect(leakingLines()).toEqual([]);
  });

  it("leaves addresses out while the database is down", async () => {
    proxy.refuse();
    const paths = ADDRESSES.filter(({ pattern }) => /:token|login|register|resend|forget/.test(pattern));
    await requestAll(
      paths.flatMap(({ paths }) => paths.map((path) => path + SEARCH)),
      ["GET", "POST"],
      24,
    );
    proxy.thaw();
    const refused = written.filter((line) => line.includes('"status":503'));
    expect(refused.join("")).toContain('"path":"/reset-password/:token"');
    expect(leakingLines()).toEqual([]);
  });

  it("describes an invalid database value without quoting it", async () => {
    await app.sql("alter table news rename column category to kept");
    await app.sql(
      `alter table news add column category text generated always as ((kept || '${SECRET}')) stored`,
    );
    await app.sql(
      "create or replace function broken_read(text) returns integer language sql stable as $$ select $1::integer $$",
    );
    await app.sql(`insert into news (title, content, kept) values ('A', 'B', 'Tech')`);
    await app.sql("alter table news rename to news_kept");
    await app.sql(
      "create view news as select *, broken_read(category) as broken from news_kept where broken_read(category) > 0",
    );
    expect((await app.request("/news?page=2")).status).toBe(500);
    expect(written.join("")).toContain("invalid input syntax for type integer");
    expect(leakingLines()).toEqual([]);
  });
});
