import { offerPackages } from "tests/support/purchases";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const READER = "https://reader.test";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ CORS_ORIGINS: READER });
});
afterAll(() => app.stop());
afterEach(async () => {
  for (const table of ["news", "payments", "packages"]) await app.sql(`delete from ${table}`);
});

type ListResponse = {
  status: number;
  total: string | null;
  next: string | undefined;
  rows: Record<string, unknown>[];
};

async function list(path: string, init: RequestInit = {}): Promise<ListResponse> {
  const response = await app.request(path, init as Record<string, never>);
  const body = (await response.json()) as Record<string, unknown>[] | { payments: Record<string, unknown>[] };
  return {
    status: response.status,
    total: response.headers.get("X-Total-Count"),
    next: /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1],
    rows: Array.isArray(body) ? body : (body.payments ?? []),
  };
}

const articles = (count: number) =>
  app.sql(
    `insert into news (title, content, category, created_at)
       select 'Article ' || n, 'Text', 'Tech', timestamptz '2026-01-01' + n * interval '1 minute'
         from generate_series(1, ${count}) as n`,
  );

describe("a list", () => {
  it("is followed by its links to the end, newest first, nothing twice", async () => {
    await articles(7);
    const seen: unknown[] = [];
    let path: string | undefined = "/api/news?limit=3";
    while (path) {
      const page: ListResponse = await list(path);
      expect(page.total).toBe("7");
      seen.push(...page.rows.map(({ title }) => title));
      path = page.next;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map((n) => `Article ${n}`));
  });

  it("leads on where there are more than are counted", async () => {
    await articles(10_400);
    const counted = await list("/api/news?limit=1000&page=10");
    expect([counted.total, counted.next]).toEqual(["10000", "/api/news?limit=1000&page=11"]);
    const last = await list("/api/news?limit=1000&page=11");
    expect([last.rows.length, last.next]).toEqual([400, undefined]);
    expect((await list("/api/news?limit=200&page=52")).rows).toHaveLength(200);
  });

  it("holds what is new since a moment, and keeps asking for it in its link", async () => {
    await articles(4);
    const { rows, total, next } = await list("/api/news?since=2026-01-01T00:03:00Z&limit=1");
    expect([rows.map(({ title }) => title), total]).toEqual([["Article 4"], "2"]);
    expect(next).toBe("/api/news?since=2026-01-01T00%3A03%3A00Z&limit=1&page=2");
  });

  it("carries nothing along that it does not look for: a head holds only so much", async () => {
    await articles(2);
    const long = "'".repeat(2_000);
    expect((await list(`/api/news?limit=1&mine=${long}&limit=${long}`)).next).toBe(
      "/api/news?limit=1&page=2",
    );
    expect((await list(`/api/news?limit=1&since=2026-01-01(${long})`)).status).toBe(400);
  });

  it.each([
    "limit=0",
    "limit=1001",
    "limit=ten",
    "limit=",
    "page=0",
    "page=-1",
    "page=1.5",
    "since=yesterday",
    "since=",
  ])("asked for %s is a 400", async (search) => {
    for (const path of ["/api/news", "/api/packages", "/api/trade-alerts", "/api/ads/category/square"]) {
      expect((await list(`${path}?${search}`)).status, path).toBe(400);
    }
  });
});

describe("a list asked for what is new since", () => {
  const PATHS = ["/api/news", "/api/packages", "/api/trade-alerts", "/api/ads/category/square"];

  it.each([
    "275760-09-13",
    "%2B275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "0000-01-01",
    "-000001-01-01T00:00:00Z",
    "1899-12-31T23:59:59Z",
    "%2B010000-01-01T00:00:00Z",
  ])("%s is told which moments there are", async (since) => {
    for (const path of PATHS) {
      const response = await app.request(`${path}?since=${since}`);
      const message = "since must be a moment from the year 1900 to the year 9999.";
      const expected = [path, 422, { message, errors: { since: message } }];
      expect([path, response.status, await response.json()]).toEqual(expected);
    }
  });

  it.each([
    "1900-01-01",
    "9999-12-31T23:59:59.999Z",
    "2026-01-01T00:00:00%2B14:00",
  ])("%s is answered", async (since) => {
    for (const path of PATHS) expect((await app.request(`${path}?since=${since}`)).status).toBe(200);
  });
});

it("the plans are a list like others, the least expensive first", async () => {
  await offerPackages(app);
  const first = await list("/api/packages?limit=2");
  expect(first.rows.map(({ price }) => price)).toEqual([0, 29]);
  expect([first.total, first.next]).toEqual(["3", "/api/packages?limit=2&page=2"]);
  expect((await list("/api/packages?limit=2&page=2")).rows).toMatchObject([{ price: 79.5, version: 1 }]);
});

it("payments are paged like lists", async () => {
  const [member] = await app.sql<{ id: string }>("select id from members limit 1");
  await app.sql(
    `insert into payments (member_id, plan, tier, amount, currency, status, payment_method, created_at)
       select ?, 'Premium', 'Premium', n, 'USD', 'COMPLETED', 'paypal', timestamptz '2026-01-01' + n * interval '1 day'
         from generate_series(1, 5) as n`,
    [member?.id ?? ""],
  );
  const asked = { method: "POST", headers: { Authorization: `Bearer ${await app.tokenOf("superadmin")}` } };
  const path = "/api/subscription/payments";
  const page = await list(`${path}?limit=2&page=2`, asked);
  expect(page.rows.map(({ amount }) => amount)).toEqual([3, 2]);
  expect([page.total, page.next]).toEqual(["5", `${path}?limit=2&page=3`]);
  const fresh = await list(`${path}?since=2026-01-05T00:00:00Z`, asked);
  expect([fresh.rows.map(({ amount }) => amount), fresh.total, fresh.next]).toEqual([[5, 4], "2", undefined]);
});

describe("what has not changed", () => {
  it("is a 304 also to who asks through a proxy that makes ETags weak", async () => {
    await articles(1);
    for (let time = 0; time < 3; time += 1) {
      const etag = (await app.request("/api/news")).headers.get("ETag");
      for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const again = await app.request("/api/news", { headers: { "If-None-Match": sent ?? "" } });
        expect([again.status, await again.text()], `${sent}`).toEqual([304, ""]);
      }
    }
  });
});

describe("a script of an allowed origin", () => {
  it("may read every address of the API, and no cache mixes it up with others", async () => {
    for (const path of [
      "/api/news",
      "/api/nowhere",
      "/api/openapi.json",
      "/api/news?limit=1",
      "/api/user/profile",
    ]) {
      for (let time = 0; time < 3; time += 1) {
        const theirs = await app.request(path, { headers: { Origin: READER } });
        expect(theirs.headers.get("Access-Control-Allow-Origin"), path).toBe(READER);
        expect(theirs.headers.get("Access-Control-Expose-Headers")).toContain("X-Total-Count");
        const ours = await app.request(path);
        expect(ours.headers.get("Access-Control-Allow-Origin"), path).toBeNull();
        for (const { headers } of [theirs, ours]) expect(headers.get("Vary"), path).toMatch(/\bOrigin\b/);
      }
    }
  });

  it("may send a token, and no cookie", async () => {
    const asked = { Origin: READER, "Access-Control-Request-Method": "PUT" };
    const preflight = await app.request("/api/news", { method: "OPTIONS", headers: asked });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe(READER);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect(preflight.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(preflight.headers.get("Vary")).toBe("Origin");
  });

  it("reads no page of the site", async () => {
    for (const path of ["/news", "/api/docs"]) {
      const page = await app.request(path, { headers: { Origin: READER } });
      expect(page.headers.get("Access-Control-Allow-Origin"), path).toBeNull();
    }
  });
});
