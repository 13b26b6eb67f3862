import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { admin, alert, app, openAlerts, page, premium } from "./alerts";

openAlerts();

const send = (method: string, path: string, json: unknown, cookies = admin) =>
  app.request(path, { method, cookies, json });

describe("the API", () => {
  it("returns a bare array, and the member list in an envelope", async () => {
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

  it("creates, updates and deletes an alert", async () => {
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

  it("accepts contradictory prices, because the contract allows them", async () => {
    const body = { ticker: "ODD", name: "Odd Prices", tag: "buy", analysis: "Because.", targetPrice: 10 };
    const made = await send("POST", "/api/trade-alert", { ...body, stopLoss: 12, currentPrice: 11 });
    expect(made.status).toBe(201);
    const { id, ...saved } = (await made.json()) as { id: string };
    expect(saved).toMatchObject({ targetPrice: 10, stopLoss: 12, currentPrice: 11 });
    const changed = await send("PUT", `/api/trade-alert/${id}`, {
      tag: "sell",
      stopLoss: 9,
      currentPrice: 8,
    });
    expect([changed.status, await changed.json()]).toMatchObject([200, { tag: "sell", stopLoss: 9 }]);
    // Such an alert has no ladder, and its stop settles nothing.
    for (const path of ["/trade-alert?odd", `/trade-alert/${id}`]) {
      const html = await page(path, premium);
      expect(html).toContain("Odd Prices");
      const [card = ""] = html.split("Odd Prices").slice(1);
      expect(card.split("</article>")[0]).not.toMatch(/ladder-svg|reached/);
    }
    expect((await send("DELETE", `/api/trade-alert/${id}`, undefined)).status).toBe(200);
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
  ])("rejects %j", async (wrong, field, message) => {
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

  it("requires staff with access to alerts", async () => {
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

  it.each(["nonsense", "00000000-0000-4000-8000-000000000000"])("responds 404 for %s", async (id) => {
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

  it("adds and edits an alert with all fields under More", spec("9 default holding period 1"), async () => {
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
    for (const value of ["1024.80", "1100", "-0.5", "1150", "1 week"])
      expect(form).toContain(`value="${value}"`);

    const question = await page(`${BASE}?delete=${row?.id}`, admin);
    expect(question).toContain("Are you sure you want to delete this trade alert?");
    expect((await app.request(`${BASE}?delete=${row?.id}`, { method: "POST", cookies: admin })).status).toBe(
      303,
    );
    expect(await app.sql("select 1 from trade_alerts where ticker = 'FORM'")).toEqual([]);
  });

  it("keeps the typed values after an error", async () => {
    const body = { ...FORM, targetPrice: "ten", stopLoss: "x" };
    const response = await app.request(`${BASE}/new`, { method: "POST", cookies: admin, body });
    expect(response.status).toBe(422);
    const html = await response.text();
    for (const text of ["Target price must be a number", "Stop loss must be a number", 'value="ten"']) {
      expect(html).toContain(text);
    }
  });

  const ODD = { ...FORM, ticker: "TWICE", stopLoss: "900", currentPrice: "950" };
  const WARNING = "The stop loss of a sell alert should be above its target price";

  it("asks to confirm contradictory prices and saves them once confirmed", async () => {
    const post = (path: string, body: Record<string, string>) =>
      app.request(path, { method: "POST", cookies: admin, body });
    const reply = await post(`${BASE}/new`, ODD);
    expect(reply.status).toBe(422);
    const html = await reply.text();
    expect(html).toContain("Nothing has been saved yet: please check the warnings");
    expect(html).toContain(`<a href="#stopLoss">${WARNING}</a>`);
    expect(html).toMatch(/<input[^>]*name="confirmed"[^>]*type="checkbox"/);
    for (const typed of ["TWICE", "By hand", "1,024.80", "900", "950"])
      expect(html).toContain(`value="${typed}"`);
    expect(html).toContain("Because.");
    expect(await app.sql("select 1 from trade_alerts where ticker = 'TWICE'")).toEqual([]);

    const saved = await post(`${BASE}/new`, { ...ODD, confirmed: "on" });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, BASE]);
    const [row] = await app.sql<{ id: string }>("select id from trade_alerts where ticker = 'TWICE'");
    const edit = `${BASE}/${row?.id}/edit`;
    // A later edit of another field does not ask to confirm the same prices again.
    expect((await post(edit, { ...ODD, analysis: "Mended." })).status).toBe(303);
    const again = await post(edit, { ...ODD, stopLoss: "800" });
    expect([again.status, (await again.text()).includes(WARNING)]).toEqual([422, true]);
    expect((await post(edit, { ...ODD, stopLoss: "800", confirmed: "on" })).status).toBe(303);
    expect(await app.sql("select stop_loss, analysis from trade_alerts where ticker = 'TWICE'")).toEqual([
      { stop_loss: "800", analysis: "Because." },
    ]);
    await app.sql("delete from trade_alerts where ticker = 'TWICE'");
  });

  it("rejects invalid values even if confirmed", async () => {
    const body = { ...ODD, targetPrice: "ten", confirmed: "on" };
    const refused = await app.request(`${BASE}/new`, { method: "POST", cookies: admin, body });
    const html = await refused.text();
    expect([refused.status, html.includes("Target price must be a number")]).toEqual([422, true]);
    expect(html).not.toContain('name="confirmed"');
  });

  it("searches, filters and sorts alerts", async () => {
    expect(await page(`${BASE}?q=canary`, admin)).toContain("Canary Holdings");
    expect(await page(`${BASE}?q=canary&tag=buy`, admin)).toContain("No trade alerts found.");
    const sorted = await page(`${BASE}?sort=targetPrice&direction=asc`, admin);
    expect(sorted.indexOf("Bare Bones")).toBeLessThan(sorted.indexOf("Canary Holdings"));
  });

  it.each([BASE, `${BASE}/new`, `${BASE}/export.csv`])("denies editors access to %s", async (path) => {
    const response = await app.request(path, { cookies: await app.cookiesOf("editor") });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Only superadmin and admin can access this page.");
  });
});
