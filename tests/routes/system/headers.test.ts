import { randomUUID } from "node:crypto";
import { withoutColumn } from "tests/support/database-failures";
import { type RawResponse, rawRequest } from "tests/support/raw-request";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { startInstance } from "tests/support/server-process";
import { beforeAll, describe, expect, it } from "vitest";
import { RULES_SOURCE } from "~/web/speculation-rules.server";

let cookies: string;
let premium: string;
let article: string;

setUpApp({ PUBLIC_URL: "https://openbell.test" });

beforeAll(async () => {
  cookies = await app.cookiesOf("admin");
  premium = await app.cookiesOf("premium");
  article = await insertRecord(database, "news");
});

type RawRequest = { path: string; method?: string; headers?: Record<string, string>; body?: string };

const send = ({ headers, ...rest }: RawRequest): Promise<RawResponse> =>
  rawRequest(app.url, { ...rest, headers: { Host: "openbell.test", ...headers } });

const staff = (rest: RawRequest): RawRequest => ({ ...rest, headers: { Cookie: cookies, ...rest.headers } });

/** The stylesheet that pages link. */
const stylesheet = async () =>
  /href="(\/assets\/[^"]+\.css)"/.exec((await send({ path: "/" })).body)?.[1] ?? "";

/** One response of each kind the server sends. A new kind needs a new line here. */
const RESPONSES: Record<string, { status: number; requestOf: () => RawRequest | Promise<RawRequest> }> = {
  "a page": { status: 200, requestOf: () => ({ path: "/news" }) },
  "a page from memory": {
    status: 200,
    requestOf: async () => {
      for (let time = 0; time < 5; time += 1) await send({ path: "/" });
      return { path: "/" };
    },
  },
  "a page of one member": { status: 200, requestOf: () => ({ path: "/news", headers: { Cookie: premium } }) },
  "a page with React": { status: 200, requestOf: () => ({ path: "/login" }) },
  "a screen of the back-office": { status: 200, requestOf: () => staff({ path: "/admin/news" }) },
  "a page's data": { status: 200, requestOf: () => ({ path: "/news.data" }) },
  "the API": { status: 200, requestOf: () => ({ path: "/api/news" }) },
  CSV: { status: 200, requestOf: () => staff({ path: "/admin/news/export.csv" }) },
  "a stylesheet": { status: 200, requestOf: async () => ({ path: await stylesheet() }) },
  "a file of the site": { status: 200, requestOf: () => ({ path: "/healthz" }) },
  "a redirect after a write": {
    status: 303,
    requestOf: () =>
      staff({
        path: "/admin/news/new",
        method: "POST",
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: "title=a&content=b&category=Tech&status=draft",
      }),
  },
  "a redirect to a sign-in": { status: 302, requestOf: () => ({ path: "/admin" }) },
  "another spelling": { status: 308, requestOf: () => ({ path: "/stockpicks" }) },
  "not changed": {
    status: 304,
    requestOf: async () => {
      const { headers } = await send({ path: "/api/news" });
      return { path: "/api/news", headers: { "If-None-Match": String(headers.etag) } };
    },
  },
  "a wrong Host": { status: 400, requestOf: () => ({ path: "/", headers: { Host: "evil.test" } }) },
  "not signed in": { status: 401, requestOf: () => ({ path: "/api/admin/profile" }) },
  "another site's form": {
    status: 403,
    requestOf: () => ({ path: "/login", method: "POST", headers: { Origin: "https://evil.test" } }),
  },
  "not found": { status: 404, requestOf: () => ({ path: "/nowhere" }) },
  "not found in the API": { status: 404, requestOf: () => ({ path: "/api/nowhere" }) },
  "a record not found": { status: 404, requestOf: () => ({ path: "/news/nothing" }) },
  "a file not found": { status: 404, requestOf: () => ({ path: "/assets/nothing.js" }) },
  "another method": { status: 405, requestOf: () => ({ path: "/", method: "TRACE" }) },
  "no such action": { status: 405, requestOf: () => ({ path: "/news", method: "POST" }) },
  "too much": {
    status: 413,
    requestOf: () => ({
      path: "/login",
      method: "POST",
      headers: { "Content-Length": "9000000" },
      body: "x",
    }),
  },
  "a form that was not right": {
    status: 422,
    requestOf: () => ({
      path: "/login",
      method: "POST",
      body: "email=",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }),
  },
};

/** A page and an API address fail while the database still runs. */
async function broken(check: (answers: { page: RawResponse; api: RawResponse }) => void): Promise<void> {
  await database.rows("alter table news rename column created_at to mislaid");
  try {
    check({
      page: await send({ path: `/news/${randomUUID()}` }),
      api: await send({ path: "/api/news?page=7" }),
    });
  } finally {
    await database.rows("alter table news rename column mislaid to created_at");
  }
}

function expectProtected({ headers, body }: RawResponse): void {
  const policy = Object.fromEntries(
    String(headers["content-security-policy"])
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .map(([name = "", ...sources]) => [name, sources]),
  );
  expect(policy["default-src"]).toEqual(["'self'"]);
  expect(policy["script-src"]).toEqual([
    "'self'",
    expect.stringMatching(/^'nonce-[\w+/]{22}=='$/),
    RULES_SOURCE,
  ]);
  expect(policy["style-src"]).toEqual(["'self'"]);
  expect(policy["frame-ancestors"]).toEqual(["'none'"]);
  expect(policy["object-src"]).toEqual(["'none'"]);
  expect(policy["base-uri"]).toEqual(["'none'"]);
  expect(
    policy["form-action"]
      ?.slice(1)
      .every((source) => /^https:\/\/www\.(sandbox\.)?paypal\.com$/.test(source)),
  ).toBe(true);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
  expect(headers["strict-transport-security"]).toMatch(/max-age=\d{8,}/);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers["x-powered-by"]).toBeUndefined();
  expect(headers.server).toBeUndefined();
  if (!String(headers["content-type"]).includes("html")) return;
  const nonce = policy["script-src"]?.[1]?.slice("'nonce-".length, -1);
  for (const [tag, attributes = "", text = ""] of body.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)) {
    const inline = text.trim() !== "" && !/type="(application|speculationrules)/.test(attributes);
    if (inline) expect(attributes, tag.slice(0, 200)).toContain(`nonce="${nonce}"`);
  }
  expect(body).not.toMatch(/<[^>]+\son[a-z]+=|<[^>]+\sstyle=|<style|javascript:/i);
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\/(?!openbell\.test|advertiser\.test|www\.w3\.org)/);
}

describe("security headers", () => {
  it.each(Object.entries(RESPONSES))("are on every kind of response: %s", async (_, {
    status,
    requestOf,
  }) => {
    const answer = await send(await requestOf());
    expect(answer.status).toBe(status);
    expectProtected(answer);
  });

  it("are on errors", async () => {
    await broken(({ page, api }) => {
      for (const answer of [page, api]) {
        expect(answer.status).toBe(500);
        expectProtected(answer);
      }
    });
  });

  it("include a new nonce and request id", async () => {
    for (const path of ["/", "/login", "/api/news"]) {
      const [first, second] = [await send({ path }), await send({ path })];
      for (const name of ["x-request-id", "content-security-policy"]) {
        expect(first.headers[name]).not.toBe(second.headers[name]);
      }
    }
  });

  it("promise no https if the site has none", async () => {
    // In its own process, because some settings are per process.
    const plain = await startInstance(app.databaseUrl);
    try {
      const response = await fetch(plain.url);
      expect(response.status).toBe(200);
      expect(response.headers.get("Strict-Transport-Security")).toBeNull();
      expect(response.headers.get("Content-Security-Policy")).not.toContain("upgrade-insecure-requests");
    } finally {
      await plain.stop();
    }
  });
});

describe("a public picture", () => {
  const policyOf = async (path: string, headers = {}) => {
    const answer = await send({ path, headers });
    return [path, answer.status, answer.headers["cross-origin-resource-policy"]];
  };

  it("can be embedded by other sites, also as an unchanged response", async () => {
    const paths = ["/wordmark.png", "/wordmark.svg", "/share.png", "/favicon.ico", "/icon-192.png"];
    for (const path of [...paths, "/og/site.png", "/og/market.png", `/og/news/${article}.png`])
      expect(await policyOf(path)).toEqual([path, 200, "cross-origin"]);
    const { headers } = await send({ path: "/wordmark.png" });
    expect(await policyOf("/wordmark.png", { "If-None-Match": String(headers.etag) })).toEqual([
      "/wordmark.png",
      304,
      "cross-origin",
    ]);
  });

  it("is the only thing that other sites can embed", async () => {
    for (const path of ["/", "/news", "/news.data", "/api/news", "/news/feed.xml", await stylesheet()])
      expect(await policyOf(path)).toEqual([path, 200, "same-origin"]);
    for (const path of ["/wordmarks.png", "/og/nothing.png", "/brand/nothing.png"])
      expect(await policyOf(path)).toEqual([path, 404, "same-origin"]);
  });
});

describe("caching", () => {
  const PRIVATE: Record<string, () => RawRequest> = {
    "the back-office": () => staff({ path: "/admin" }),
    "its lists": () => staff({ path: "/admin/news" }),
    "its data": () => staff({ path: "/admin/news.data" }),
    "its CSV": () => staff({ path: "/admin/news/export.csv" }),
    "a member's page": () => ({ path: "/", headers: { Cookie: premium } }),
    "a member's data": () => ({ path: "/_root.data", headers: { Cookie: premium } }),
    "a sign-in": () => ({ path: "/login" }),
    "not found": () => ({ path: "/nowhere" }),
    "a redirect to a sign-in": () => ({ path: "/admin" }),
  };

  it.each(Object.entries(PRIVATE))("is forbidden for a private response: %s", async (_, requestOf) => {
    expect((await send(requestOf())).headers["cache-control"]).toContain("no-store");
  });

  it("is private and revalidated for visitors' pages and API responses", async () => {
    for (const path of ["/", "/news", "/api/news"]) {
      const { headers } = await send({ path });
      expect(headers["cache-control"], path).toBe("private, no-cache");
      expect(headers.vary).toMatch(/Cookie/);
    }
  });

  it("is public and permanent for files with content hashes", async () => {
    expect((await send({ path: await stylesheet() })).headers["cache-control"]).toContain("immutable");
  });

  it("cookies require https, HttpOnly and SameSite", async () => {
    const signedIn = await send({
      path: "/login",
      method: "POST",
      body: "email=premium%40demo.test&password=a+password+for+tests",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    const set = [signedIn.headers["set-cookie"] ?? []].flat();
    expect(signedIn.status, signedIn.body).toBe(303);
    expect(set.length).toBeGreaterThan(1);
    for (const cookie of set)
      expect(cookie).toMatch(/(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Secure)(?=.*; Path=\/)/);
  });
});

describe("an error", () => {
  const PAGES: Record<string, { status: number; requestOf: () => RawRequest | Promise<RawRequest> }> =
    Object.fromEntries(
      [
        "a wrong Host",
        "another site's form",
        "not found",
        "a record not found",
        "another method",
        "no such action",
        "too much",
      ].map((name) => [name, RESPONSES[name] ?? { status: 0, requestOf: () => ({ path: "/" }) }]),
    );

  const expectDesigned = ({ status, body, headers }: RawResponse) => {
    expect(headers["content-type"]).toContain("text/html");
    expect(body).toMatch(/^<!doctype html>/i);
    expect(body).toContain('<html lang="en">');
    expect(body).toMatch(/<link[^>]+rel="stylesheet"/);
    expect(body).toContain("Openbell");
    expect(body).toContain(String(status));
    // The page shows an id only if the log has more about the error.
    const id = String(headers["x-request-id"]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.includes(id)).toBe(status >= 500);
    expect(body).not.toMatch(/node_modules|\bat .*\.(js|ts):\d|mislaid|select |column/i);
  };

  it.each(
    Object.entries(PAGES),
  )("is a page with the layout, and with the request id for server errors: %s", async (_, { requestOf }) => {
    expectDesigned(await send(await requestOf()));
  });

  it("has the id on pages if the server fails, and the specified text or the id in the API's JSON", async () => {
    const messageOf = ({ headers, body }: RawResponse) => {
      expect(headers["content-type"]).toContain("application/json");
      return (JSON.parse(body) as { message: string }).message;
    };
    await broken(({ page, api }) => {
      expectDesigned(page);
      expect(messageOf(api)).toBe("Failed to fetch news.");
    });
    const wordless = await withoutColumn(app, "staff", "fullname", () =>
      send(staff({ path: "/api/admin/profile" })),
    );
    expect(wordless.status).toBe(500);
    const id = String(wordless.headers["x-request-id"]);
    expect(messageOf(wordless)).toBe(`Something went wrong. If you contact us, quote ${id}.`);
  });

  it.each([
    ["/api/nowhere", "GET", 404],
    ["/api/news/nothing", "GET", 404],
    ["/api/news", "TRACE", 405],
    ["/api/news", "DELETE", 405],
    ["/api/admin/profile", "GET", 401],
    ["/api/news?limit=0", "GET", 400],
  ])("of the API is JSON: %s %s", async (path, method, status) => {
    const answer = await send({ path, method });
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(JSON.parse(answer.body)).toMatchObject({ message: expect.any(String) });
  });
});
