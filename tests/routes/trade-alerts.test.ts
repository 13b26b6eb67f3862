import { startTestApp, type TestApp } from "tests/support/app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let admin: string;
let premium: string;
let alert: { oldest: string; canary: string; newest: string };

const CANARY = {
  ticker: "CNRY",
  name: "Canary Holdings",
  tag: "sell",
  target_price: "1840.77",
  analysis: "The canary sings at https://example.com/coal.\n\nThen it stops.",
  holding_period: "17 weeks",
  current_price: "1992.31",
  daily_change: "-4.48",
  stop_loss: "2085.13",
};
/** As pages and as JSON write them. */
const SECRETS = [
  "CNRY",
  "Canary",
  "1,840.77",
  "1840.77",
  "canary sings",
  "17 weeks",
  "992.31",
  "4.48",
  "085.13",
];

async function insert(values: Record<string, string>, createdAt: string): Promise<string> {
  const columns = Object.keys(values);
  const [row] = await app.sql<{ id: string }>(
    `insert into trade_alerts (${columns.join(", ")}, created_at)
     values (${columns.map(() => "?").join(", ")}, ?) returning id`,
    [...Object.values(values), createdAt],
  );
  return row?.id ?? "";
}

const LEAST = { ticker: "BARE", name: "Bare Bones", tag: "buy", target_price: "10", analysis: "Because." };

beforeAll(async () => {
  app = await startTestApp();
  [admin, premium] = [await app.cookiesOf("admin"), await app.cookiesOf("premium")];
  alert = {
    oldest: await insert(LEAST, "2026-07-01T08:00:00Z"),
    canary: await insert(CANARY, "2026-07-02T13:05:00Z"),
    newest: await insert({ ...LEAST, name: "Newest" }, "2026-07-03T08:00:00Z"),
  };
});
afterAll(() => app.stop());

const page = async (path: string, cookies = "") => (await app.request(path, { cookies })).text();

describe("the gallery", () => {
  it("shows a paying reader every call, newest first", async () => {
    const html = await page("/trade-alert", premium);
    for (const text of ["SELL", "BUY", "CNRY", "Canary Holdings", "1,840.77", "2,085.13"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Hold for 17 weeks. Risk to reward 1 : 1.63.");
    expect(html).toContain("\u22127.61%");
    const at = [alert.newest, alert.canary, alert.oldest].map((id) => html.indexOf(`/trade-alert/${id}`));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
  });

  it("says what was reached instead of weighing it", async () => {
    const id = await insert({ ...LEAST, current_price: "11", stop_loss: "8" }, "2026-06-01T08:00:00Z");
    expect(await page("/trade-alert?reached", premium)).toContain("Hold for 1 week. Target reached.");
    expect(await page(`/trade-alert/${id}`, premium)).toContain("Target reached");
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it("shows others that there are alerts, and when they were posted", async () => {
    const html = await page("/trade-alert");
    expect(html.match(/Ticker, direction, target and stop are for members\./g)).toHaveLength(3);
    expect(html).toContain("2 July, 13:05 UTC");
    expect(html).toContain(`/trade-alert/${alert.canary}`);
    expect(html).not.toMatch(/class="tag|ladder-svg/);
  });

  it("shows an advertisement when there is one, and nothing when there is none", async () => {
    expect(await page("/trade-alert")).not.toContain("Advertisement");
    const [image] = await app.sql<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (800, 100, 1000, '{400,800}') returning id",
    );
    await app.sql(
      `insert into ads (name, category, status, position, image_id)
       values ('https://example.com/fees', 'rectangle', 'published', 4, ?)`,
      [image?.id ?? ""],
    );
    for (const path of ["/trade-alert?page=1", `/trade-alert/${alert.canary}?fresh`]) {
      expect(await page(path)).toContain('href="https://example.com/fees"');
    }
    await app.sql("delete from ads");
  });

  it.each([
    "?page=-1",
    "?page=1000000000",
    "?page=0",
    "?page=x",
    "?category=buy&sort=ticker",
  ])("does not mind %s", async (search) => {
    const response = await app.request(`/trade-alert${search}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(alert.newest);
  });

  it("past its end, or empty, says that there is nothing", async () => {
    expect(await page("/trade-alert?page=9")).toContain("No trade alerts found.");
  });

  it("says when the alerts cannot be read, and says it to nobody later", async () => {
    await app.sql("alter table trade_alerts rename to away");
    const broken = await app.request("/trade-alert?broken", { cookies: premium });
    await app.sql("alter table away rename to trade_alerts");
    expect(broken.status).toBe(500);
    expect(await broken.text()).toContain("Failed to fetch trade alerts");
    expect((await app.request("/trade-alert?broken", { cookies: premium })).status).toBe(200);
  });
});

describe("an alert's page", () => {
  it("shows a paying reader the whole of it", async () => {
    const html = await page(`/trade-alert/${alert.canary}`, premium);
    for (const text of ["SELL", "Canary Holdings", "CNRY", "1,992.31", "Down \u22124.48% today"]) {
      expect(html).toContain(text);
    }
    for (const text of ["2,085.13", "+4.66%", "1,840.77", "\u22127.61%", "1 : 1.63", "92.82", "151.54"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Stop 2,085.13, price 1,992.31, target 1,840.77: risk to reward 1 : 1.63");
    expect(html).toContain("The canary sings at");
    expect(html).toMatch(/<a class="ext" href="https:\/\/example.com\/coal"[^>]*>/);
    expect(html).toContain("Then it stops.");
    expect(html).toContain("Hold for 17 weeks");
    expect(html.replace(/<[^>]+>|<!-- -->/g, "")).toContain("Hold for 17 weeks, until 29 October 2026.");
  });

  it("links its neighbours in time, by name for who may read them", async () => {
    const open = await page(`/trade-alert/${alert.canary}`, premium);
    expect(open).toMatch(new RegExp(`<a href="/trade-alert/${alert.oldest}" rel="prev">`));
    expect(open).toMatch(new RegExp(`<a href="/trade-alert/${alert.newest}" rel="next">`));
    expect(open).toContain("Buy Newest");
    const locked = await page(`/trade-alert/${alert.canary}`);
    expect(locked).toContain(`/trade-alert/${alert.newest}`);
    expect(locked).not.toContain("Newest");
  });

  it("shows what little is known of one with every optional field missing", async () => {
    const response = await app.request(`/trade-alert/${alert.oldest}`, { cookies: premium });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("Bare Bones");
    expect(html).toContain("1 week");
    expect(html).not.toMatch(/NaN|undefined|Infinity|>null</);
    expect(html).not.toContain("ladder-svg");
  });

  it("takes names of 300 characters, and long words for a period", async () => {
    const name = "Wide".repeat(75);
    const id = await insert({ ...LEAST, name, holding_period: "p".repeat(100) }, "2026-06-01T08:00:00Z");
    expect(await page(`/trade-alert/${id}`, premium)).toContain(name);
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it("answers 200 with the lock to who has not paid", async () => {
    const response = await app.request(`/trade-alert/${alert.canary}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("This trade alert is available to Premium or Private subscribers only.");
    expect(html).toContain('href="/subscription"');
    expect(html).toContain("2 July 2026, 13:05 UTC");
  });

  it.each([
    "nonsense",
    "00000000-0000-4000-8000-000000000000",
    "%00",
    "1'or'1",
  ])("is missing under %s", async (id) => {
    for (const cookies of ["", premium]) {
      const response = await app.request(`/trade-alert/${id}`, { cookies });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("Trade Alert not found.");
    }
  });
});

describe("the home page", () => {
  it("shows three alerts, with both documented links", async () => {
    const id = await insert({ ...LEAST, name: "Fourth" }, "2026-01-01T08:00:00Z");
    const html = await page("/?three", premium);
    expect(html).toMatch(/<h2[^>]*><a href="\/trade-alerts">Trade Alerts<\/a>/);
    expect(html).toMatch(/<a href="\/trade-alert">Show more<\/a>/);
    expect(html.match(/href="\/trade-alert\/[0-9a-f-]{36}"/g)).toHaveLength(3);
    expect(html).not.toContain("Fourth");
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it("puts its sections in the order of the specification", async () => {
    const html = await page("/");
    const at = [">News<", ">Daily Brief</a></h2>", ">Stock Picks</a></h2>", ">Trade Alerts</a></h2>"].map(
      (text) => html.indexOf(text, html.indexOf("<main")),
    );
    expect(at.every((place) => place > 0)).toBe(true);
    expect(at).toEqual([...at].sort((a, b) => a - b));
  });
});

describe("a reader who has not paid", () => {
  it.each([
    "visitor",
    "basic",
    "lapsed",
    "pending",
  ] as const)("gets nothing of an alert but its time as %s, by any way", async (person) => {
    const cookies = await app.cookiesOf(person);
    const paths = [
      "/",
      "/_root.data",
      "/trade-alert",
      "/trade-alert.data",
      `/trade-alert/${alert.canary}`,
      `/trade-alert/${alert.canary}.data`,
      `/trade-alert/${alert.canary}.data?_routes=routes%2Fsite%2Ftrade-alert%2Fitem`,
      `/trade-alert/${alert.newest}`,
      "/api/trade-alert",
      "/api/trade-alerts",
      `/api/trade-alert/${alert.canary}`,
    ];
    for (const path of paths) {
      const answer = await page(path, cookies);
      expect(answer.length).toBeGreaterThan(50);
      for (const secret of SECRETS)
        expect([path, answer.includes(secret), secret]).toEqual([path, false, secret]);
      // As the data of a page, as JSON, and as the tag that is drawn.
      expect(answer).not.toMatch(/"(sell|buy)\\?"|class="tag|>(SELL|BUY)</);
    }
  });

  it("gets null and `locked` from the API", async () => {
    const one = (await (await app.request(`/api/trade-alert/${alert.canary}`)).json()) as Record<
      string,
      unknown
    >;
    const known = Object.entries(one).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({
      _id: alert.canary,
      id: alert.canary,
      locked: true,
      createdAt: "2026-07-02T13:05:00.000Z",
    });
    expect(Object.keys(one)).toEqual(expect.arrayContaining(["ticker", "tag", "targetPrice", "analysis"]));
  });
});

describe("the API", () => {
  const send = (method: string, path: string, body: unknown, cookies = admin) =>
    app.request(path, {
      method,
      cookies,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  it("answers a bare array, and the member list in its envelope", async () => {
    const bare = await app.request("/api/trade-alert", { cookies: premium });
    const list = (await bare.json()) as Record<string, unknown>[];
    expect(list.map(({ id }) => id)).toEqual([alert.newest, alert.canary, alert.oldest]);
    expect(list[1]).toMatchObject({
      targetPrice: 1840.77,
      stopLoss: 2085.13,
      dailyChange: -4.48,
      tag: "sell",
    });
    const wrapped = await app.request("/api/trade-alerts?limit=2", { cookies: premium });
    expect(wrapped.headers.get("Content-Type")).toContain("application/json");
    expect(wrapped.headers.get("X-Total-Count")).toBe("3");
    expect(await wrapped.json()).toEqual({ data: list.slice(0, 2) });
    const etag = wrapped.headers.get("ETag") ?? "";
    const again = await app.request("/api/trade-alerts?limit=2", {
      cookies: premium,
      headers: { "If-None-Match": etag },
    });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const wrong = await app.request("/api/trade-alerts?limit=x");
    expect([wrong.status, Object.keys((await wrong.json()) as object)]).toEqual([400, ["message"]]);
    expect((await send("POST", "/api/trade-alerts", {})).status).toBe(405);
  });

  it("makes, changes and deletes", async () => {
    const body = {
      ticker: "NEW",
      name: "New Corporation",
      tag: "BUY",
      targetPrice: "1,024.5",
      analysis: "Because.",
      currentPrice: 900,
      dailyChange: "\u22121.5",
      stopLoss: 850.25,
    };
    const response = await send("POST", "/api/trade-alert", body);
    expect(response.status).toBe(201);
    const made = (await response.json()) as { _id: string };
    const expected = {
      ...body,
      tag: "buy",
      targetPrice: 1024.5,
      dailyChange: -1.5,
      holdingPeriod: "1 week",
      locked: false,
    };
    expect(made).toMatchObject(expected);
    expect(await page("/trade-alert", premium)).toContain("New Corporation");
    const changed = await send("PUT", `/api/trade-alert/${made._id}`, {
      holdingPeriod: "2 days",
      stopLoss: null,
    });
    expect(await changed.json()).toMatchObject({ ...expected, holdingPeriod: "2 days", stopLoss: null });
    expect((await send("DELETE", `/api/trade-alert/${made._id}`, undefined)).status).toBe(200);
    expect(await page("/trade-alert", premium)).not.toContain("New Corporation");
  });

  it("judges a partial update as the record it would become", async () => {
    const refused = await send("PUT", `/api/trade-alert/${alert.canary}`, { tag: "buy" });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: { stopLoss: "Stop loss must be below the target price of a buy alert" },
    });
  });

  it.each([
    [{ ticker: " " }, "ticker", "Ticker is required"],
    [{ name: "x".repeat(301) }, "name", "Name may have at most 300 characters"],
    [{ tag: "hold" }, "tag", "Direction must be one of the choices"],
    [{ tag: null }, "tag", "Direction must be one of the choices"],
    [{ targetPrice: "" }, "targetPrice", "Target price is required"],
    [{ targetPrice: "ten" }, "targetPrice", "Target price must be a number"],
    [{ targetPrice: -1 }, "targetPrice", "Target price must not be below 0"],
    [{ analysis: "" }, "analysis", "Analysis is required"],
    [{ holdingPeriod: "x".repeat(101) }, "holdingPeriod", "Holding period may have at most 100 characters"],
    [{ stopLoss: [1] }, "stopLoss", "Stop loss must be a number"],
  ])("refuses %j", async (wrong, field, message) => {
    const before = await app.sql("select * from trade_alerts order by id");
    const body = { ticker: "T", name: "N", tag: "buy", targetPrice: 10, analysis: "A", ...wrong };
    for (const [method, path] of [
      ["POST", "/api/trade-alert"],
      ["PUT", `/api/trade-alert/${alert.canary}`],
    ] as const) {
      const response = await send(method, path, body);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message, errors: { [field]: message } });
    }
    expect(await app.sql("select * from trade_alerts order by id")).toEqual(before);
  });

  it("needs staff who may", async () => {
    const before = await app.sql("select * from trade_alerts order by id");
    const body = { ticker: "T", name: "N", tag: "buy", targetPrice: 10, analysis: "A" };
    for (const [person, status] of [
      ["visitor", 401],
      ["private", 403],
      ["editor", 403],
    ] as const) {
      const cookies = await app.cookiesOf(person);
      expect((await send("POST", "/api/trade-alert", body, cookies)).status).toBe(status);
      expect((await send("PUT", `/api/trade-alert/${alert.canary}`, body, cookies)).status).toBe(status);
      expect((await send("DELETE", `/api/trade-alert/${alert.canary}`, undefined, cookies)).status).toBe(
        status,
      );
      expect((await app.request("/api/trade-alert/admin", { cookies })).status).toBe(status);
    }
    expect(await app.sql("select * from trade_alerts order by id")).toEqual(before);
  });

  it.each(["nonsense", "00000000-0000-4000-8000-000000000000"])("knows no %s", async (id) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await send(method, `/api/trade-alert/${id}`, method === "PUT" ? {} : undefined);
      expect([method, response.status]).toEqual([method, 404]);
      expect(await response.json()).toEqual({ message: "Trade Alert not found." });
    }
  });
});

describe("the back-office", () => {
  const FORM = {
    ticker: "FORM",
    name: "By hand",
    tag: "sell",
    targetPrice: "1,024.80",
    analysis: "Because.",
  };
  const BASE = "/admin/trade-alert";

  it("adds and edits without losing what the form keeps under More", async () => {
    const more = { currentPrice: "1100", dailyChange: "\u22120.5", stopLoss: "1150" };
    const body = { ...FORM, ...more, holdingPeriod: "" };
    const added = await app.request(`${BASE}/new`, { method: "POST", cookies: admin, body });
    expect([added.status, added.headers.get("Location")]).toEqual([303, BASE]);
    const [row] = await app.sql<{ id: string }>("select * from trade_alerts where ticker = 'FORM'");
    expect(row).toMatchObject({
      target_price: "1024.80",
      holding_period: "1 week",
      daily_change: "-0.5",
      stop_loss: "1150",
    });
    const form = await page(`${BASE}/${row?.id}/edit`, admin);
    expect(form).toContain(">More<");
    for (const kept of ["1024.80", "1100", "-0.5", "1150", "1 week"])
      expect(form).toContain(`value="${kept}"`);

    const asked = await page(`${BASE}?delete=${row?.id}`, admin);
    expect(asked).toContain("Are you sure you want to delete this trade alert?");
    expect((await app.request(`${BASE}?delete=${row?.id}`, { method: "POST", cookies: admin })).status).toBe(
      303,
    );
    expect(await app.sql("select 1 from trade_alerts where ticker = 'FORM'")).toEqual([]);
  });

  it("keeps what was typed when something is wrong", async () => {
    const body = { ...FORM, targetPrice: "ten", stopLoss: "x" };
    const response = await app.request(`${BASE}/new`, { method: "POST", cookies: admin, body });
    expect(response.status).toBe(422);
    const html = await response.text();
    for (const text of ["Target price must be a number", "Stop loss must be a number", 'value="ten"']) {
      expect(html).toContain(text);
    }
  });

  it("searches, narrows and sorts", async () => {
    expect(await page(`${BASE}?q=canary`, admin)).toContain("Canary Holdings");
    expect(await page(`${BASE}?q=canary&tag=buy`, admin)).toContain("No trade alerts found.");
    const sorted = await page(`${BASE}?sort=targetPrice&direction=asc`, admin);
    expect(sorted.indexOf("Bare Bones")).toBeLessThan(sorted.indexOf("Canary Holdings"));
  });

  it.each([BASE, `${BASE}/new`, `${BASE}/export.csv`])("is closed to editors: %s", async (path) => {
    const response = await app.request(path, { cookies: await app.cookiesOf("editor") });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Only superadmin and admin can access this page.");
  });

  it("says in the documented words what failed", async () => {
    const url = `${BASE}/${alert.canary}/edit`;
    await app.sql("create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$");
    await app.sql(
      "create trigger refuse before insert or update or delete on trade_alerts for each row execute function refuse()",
    );
    const post = async (path: string, body: Record<string, string> = {}) =>
      (await app.request(path, { method: "POST", cookies: admin, body })).text();
    try {
      expect(await post(`${BASE}/new`, FORM)).toContain("Failed to add trade alert.");
      expect(await post(url, FORM)).toContain("Failed to update trade alert.");
      expect(await post(`${BASE}?delete=${alert.canary}`)).toContain("Failed to delete trade alert.");
    } finally {
      await app.sql("drop trigger refuse on trade_alerts");
    }
    await app.sql("alter table trade_alerts rename to away");
    const list = await page(BASE, admin);
    await app.sql("alter table away rename to trade_alerts");
    expect(list).toContain("Failed to fetch trade alerts.");
  });
});

it("leads the old address to the new one", async () => {
  for (const path of ["/trade-alerts", `/trade-alerts/${alert.canary}`]) {
    const response = await app.request(path);
    expect([response.status, response.headers.get("Location")]).toEqual([
      308,
      path.replace("alerts", "alert"),
    ]);
  }
});
