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

const titlesOf = ({ rows }: ListResponse) => rows.map(({ title }) => title);

/** The cursor of a link, and the link without it. */
const cursorOf = (next = "") => new URL(next, READER).searchParams.get("after") ?? "none";
const cursorless = (next = "") => next.replace(/&after=[\w-]{40,}$/, "");

const articles = (count: number) =>
  app.sql(
    `insert into news (title, content, category, created_at)
       select 'Article ' || n, 'Text', 'Tech', timestamptz '2026-01-01' + n * interval '1 minute'
         from generate_series(1, ${count}) as n`,
  );

describe("an API list", () => {
  it("followed by its links is complete, newest first, without duplicates", async () => {
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

  it("followed by its links is stable while records are added and deleted", async () => {
    await articles(6);
    const first = await list("/api/news?limit=2");
    await app.sql(
      "insert into news (title, content, category, created_at) values ('Breaking', 'Text', 'Tech', '2026-02-01')",
    );
    await app.sql("delete from news where title = 'Article 5'");
    const second = await list(first.next ?? "");
    expect(titlesOf(second)).toEqual(["Article 4", "Article 3"]);
    expect(second.total).toBe("6");
    const third = await list(second.next ?? "");
    expect([titlesOf(third), third.next]).toEqual([["Article 2", "Article 1"], undefined]);
  });

  it("continues by id among records with the same time", async () => {
    await app.sql(
      `insert into news (title, content, category, created_at)
         select 'Same ' || n, 'Text', 'Tech', '2026-01-01' from generate_series(1, 5) as n`,
    );
    const seen = new Set<unknown>();
    for (let path: string | undefined = "/api/news?limit=2"; path; ) {
      const page: ListResponse = await list(path);
      for (const title of titlesOf(page)) seen.add(title);
      path = page.next;
    }
    expect(seen.size).toBe(5);
  });

  it("continues beyond the count limit", async () => {
    await articles(10_400);
    const counted = await list("/api/news?limit=1000&page=10");
    expect([counted.total, cursorless(counted.next)]).toEqual(["10000", "/api/news?limit=1000"]);
    for (const last of [await list(counted.next ?? ""), await list("/api/news?limit=1000&page=11")]) {
      expect([last.rows.length, last.total, last.next]).toEqual([400, "10000", undefined]);
    }
    expect((await list("/api/news?limit=200&page=52")).rows).toHaveLength(200);
  });

  it("filters by `since`, and keeps the filter in its link", async () => {
    await articles(4);
    const { rows, total, next } = await list("/api/news?since=2026-01-01T00:03:00Z&limit=1");
    expect([rows.map(({ title }) => title), total]).toEqual([["Article 4"], "2"]);
    expect(cursorless(next)).toBe("/api/news?since=2026-01-01T00%3A03%3A00Z&limit=1");
    const last = await list(next ?? "");
    expect([titlesOf(last), last.next]).toEqual([["Article 3"], undefined]);
  });

  it("drops overlong parameters from its link, since headers are limited in length", async () => {
    await articles(2);
    const long = "'".repeat(2_000);
    const { next } = await list(`/api/news?limit=1&limit=${long}`);
    expect(cursorless(next)).toBe("/api/news?limit=1");
    expect((await list(`/api/news?limit=1&mine=${long}`)).status).toBe(422);
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
    "after=",
    "after=none",
    "after=%00",
    `after=${"A".repeat(400)}`,
  ])("with %s is a 400", async (search) => {
    for (const path of ["/api/news", "/api/packages", "/api/trade-alerts", "/api/ads/category/square"]) {
      expect((await list(`${path}?${search}`)).status, path).toBe(400);
    }
  });
});

describe("a cursor", () => {
  const problemOf = async (path: string) => {
    const response = await app.request(path);
    return [response.status, ((await response.json()) as { message: string }).message];
  };
  const FOREIGN = [400, "“after” must come from the Link header of this list."];

  it("is valid for its own list only", async () => {
    await articles(2);
    await offerPackages(app);
    const [news, plans] = [await list("/api/news?limit=1"), await list("/api/packages?limit=1")];
    const [ofNews, ofPlans] = [cursorOf(news.next), cursorOf(plans.next)];
    for (const path of ["/api/packages", "/api/videos", "/api/trade-alerts"]) {
      expect(await problemOf(`${path}?after=${ofNews}`), path).toEqual(FOREIGN);
    }
    expect(await problemOf(`/api/news?after=${ofPlans}`)).toEqual(FOREIGN);
  });

  it("is invalid after one changed letter", async () => {
    await articles(2);
    const cursor = cursorOf((await list("/api/news?limit=1")).next);
    for (const at of [0, 10, 30, cursor.length - 2]) {
      const other = cursor[at] === "B" ? "C" : "B";
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
      expect(await problemOf(`/api/news?after=${changed}`), `letter ${at}`).toEqual(FOREIGN);
    }
  });

  it("excludes a page number", async () => {
    await articles(2);
    const next = (await list("/api/news?limit=1")).next ?? "";
    expect(await problemOf(`${next}&page=2`)).toEqual([400, "Send “page” or “after”, not both."]);
  });

  it("pages through lists that are not sorted by time, too", async () => {
    await offerPackages(app);
    const first = await list("/api/packages?limit=2");
    const second = await list(first.next ?? "");
    expect([second.rows.map(({ price }) => price), second.next]).toEqual([[79.5], undefined]);
  });
});

describe("an API list with `since`", () => {
  const PATHS = ["/api/news", "/api/packages", "/api/trade-alerts", "/api/ads/category/square"];

  it.each([
    "275760-09-13",
    "%2B275760-09-13T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "0000-01-01",
    "-000001-01-01T00:00:00Z",
    "1899-12-31T23:59:59Z",
    "%2B010000-01-01T00:00:00Z",
  ])("%s gets an error with the valid formats", async (since) => {
    for (const path of PATHS) {
      const response = await app.request(`${path}?since=${since}`);
      const message = "“since” must be a moment from the year 1900 to the year 9999.";
      const expected = [path, 422, { message, errors: { since: message } }];
      expect([path, response.status, await response.json()]).toEqual(expected);
    }
  });

  it.each([
    "1900-01-01",
    "9999-12-31T23:59:59.999Z",
    "2026-01-01T00:00:00%2B14:00",
  ])("%s is accepted", async (since) => {
    for (const path of PATHS) expect((await app.request(`${path}?since=${since}`)).status).toBe(200);
  });
});

it("plans are a list like others, the cheapest first", async () => {
  await offerPackages(app);
  const first = await list("/api/packages?limit=2");
  expect(first.rows.map(({ price }) => price)).toEqual([0, 29]);
  expect([first.total, cursorless(first.next)]).toEqual(["3", "/api/packages?limit=2"]);
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
  const init = { method: "POST", headers: { Authorization: `Bearer ${await app.tokenOf("superadmin")}` } };
  const path = "/api/subscription/payments";
  const page = await list(`${path}?limit=2&page=2`, init);
  expect(page.rows.map(({ amount }) => amount)).toEqual([3, 2]);
  expect([page.total, cursorless(page.next)]).toEqual(["5", `${path}?limit=2`]);
  const last = await list(page.next ?? "", init);
  expect([last.rows.map(({ amount }) => amount), last.total, last.next]).toEqual([[1], "5", undefined]);
  expect((await list(`${path}?after=${cursorOf(page.next)}A`, init)).status).toBe(400);
  const fresh = await list(`${path}?since=2026-01-05T00:00:00Z`, init);
  expect([fresh.rows.map(({ amount }) => amount), fresh.total, fresh.next]).toEqual([[5, 4], "2", undefined]);
});

describe("an unchanged response", () => {
  it("is a 304 also behind a proxy that weakens ETags", async () => {
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
  it("may read every address of the API, with Vary for caches", async () => {
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

  it("may send a token, but no cookie", async () => {
    const headers = { Origin: READER, "Access-Control-Request-Method": "PUT" };
    const preflight = await app.request("/api/news", { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe(READER);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
    expect(preflight.headers.get("Access-Control-Allow-Credentials")).toBeNull();
    expect(preflight.headers.get("Vary")).toBe("Origin");
  });

  it("cannot read pages of the site", async () => {
    for (const path of ["/news", "/api/docs"]) {
      const page = await app.request(path, { headers: { Origin: READER } });
      expect(page.headers.get("Access-Control-Allow-Origin"), path).toBeNull();
    }
  });
});
