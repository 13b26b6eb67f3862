import { describe, expect, it } from "vitest";
import { admin, app, canary, openPicks, page, premium } from "./picks";

openPicks();

const send = (method: string, path: string, json: unknown, cookies = admin) =>
  app.request(path, { method, cookies, json });

describe("the API", () => {
  it("speaks the documented names, numbers as numbers", async () => {
    const body = {
      ticker: "NEW",
      name: "New Corporation",
      marketCap: 1_500_000_000,
      currentPrice: 12.5,
      sharePortfolio: 4,
      currentYTP: "1,015.25",
      tp2028: 20,
      margin52WksHigh: "\u22125.5",
      ChMargin52WksLow: 12.25,
      wks52High: 14,
      wks52Low: 9.75,
      category: "moonshots",
    };
    const response = await send("POST", "/api/stock-picks", body);
    expect(response.status).toBe(201);
    const made = (await response.json()) as { _id: string };
    const expected = {
      ...body,
      currentYTP: 1015.25,
      margin52WksHigh: -5.5,
      category: "Moonshots",
      locked: false,
    };
    expect(made).toMatchObject(expected);
    const changed = await send("PUT", `/api/stock-picks/${made._id}`, { tp2028: 21, name: "Newer" });
    expect(await changed.json()).toMatchObject({ ...expected, tp2028: 21, name: "Newer" });
    const listed = (await (
      await app.request("/api/stock-picks/admin", { cookies: admin })
    ).json()) as unknown[];
    expect(listed[0]).toMatchObject({ _id: made._id, id: made._id });
    expect((await send("DELETE", `/api/stock-picks/${made._id}`, undefined)).status).toBe(200);
    expect((await app.request(`/api/stock-picks/${made._id}`)).status).toBe(404);
  });

  it("keeps what a partial update leaves out, and judges the record as it would become", async () => {
    const refused = await send("PUT", `/api/stock-picks/${canary}`, { wks52Low: 500 });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: { wks52Low: "52-week low must not be above the 52-week high" },
    });
  });

  it.each([
    [{ ticker: "" }, "ticker", "Ticker is required"],
    [{ ticker: "x".repeat(21) }, "ticker", "Ticker may have at most 20 characters"],
    [{ name: "x".repeat(301) }, "name", "Name may have at most 300 characters"],
    [{ name: null }, "name", "Name is required"],
    [{ category: "Bonds" }, "category", "Category must be one of the choices"],
    [{ currentPrice: "abc" }, "currentPrice", "Current price must be a number"],
    [{ currentPrice: -1 }, "currentPrice", "Current price must not be below 0"],
    [{ tp2028: { $ne: null } }, "tp2028", "2028 TP must be a number"],
    [{ marketCap: 1e15 }, "marketCap", "Market cap must be a number below 1,000,000,000,000,000"],
    [{ marketCap: "9999T" }, "marketCap", "Market cap must be a number below 1,000,000,000,000,000"],
  ])("refuses %j", async (wrong, field, message) => {
    const before = await app.sql("select * from stock_picks where id = ?", [canary]);
    const body = { ticker: "T", name: "N", category: "Tenet", ...wrong };
    for (const [method, path] of [
      ["POST", "/api/stock-picks"],
      ["PUT", `/api/stock-picks/${canary}`],
    ] as const) {
      const response = await send(method, path, body);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ message, errors: { [field]: message } });
    }
    expect(await app.sql("select * from stock_picks where id = ?", [canary])).toEqual(before);
    expect(await app.sql("select 1 from stock_picks where ticker = 'T'")).toEqual([]);
  });

  it("needs staff who may", async () => {
    const body = { ticker: "T", name: "N", category: "Tenet" };
    for (const [person, status] of [
      ["visitor", 401],
      ["premium", 403],
      ["editor", 403],
    ] as const) {
      const cookies = await app.cookiesOf(person);
      expect((await send("POST", "/api/stock-picks", body, cookies)).status).toBe(status);
      expect((await send("PUT", `/api/stock-picks/${canary}`, body, cookies)).status).toBe(status);
      expect((await send("DELETE", `/api/stock-picks/${canary}`, undefined, cookies)).status).toBe(status);
      expect((await app.request("/api/stock-picks/admin", { cookies })).status).toBe(status);
    }
    expect(await app.sql("select name from stock_picks where id = ?", [canary])).toEqual([
      { name: "Canary Holdings" },
    ]);
  });

  it("answers a bare array, counted, and 304 to who has it", async () => {
    const response = await app.request("/api/stock-picks?limit=1");
    expect(await response.json()).toHaveLength(1);
    expect(response.headers.get("X-Total-Count")).toBe("4");
    expect(response.headers.get("Link")).toContain('rel="next"');
    const again = await app.request("/api/stock-picks?limit=1", {
      headers: { "If-None-Match": response.headers.get("ETag") ?? "" },
    });
    expect(again.status).toBe(304);
    expect((await app.request("/api/stock-picks?limit=-1")).status).toBe(400);
  });

  it("lists the allowed methods", async () => {
    const response = await send("PUT", "/api/stock-picks", {});
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  it.each(["nonsense", "00000000-0000-4000-8000-000000000000"])("knows no %s", async (id) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const response = await send(method, `/api/stock-picks/${id}`, method === "PUT" ? {} : undefined);
      expect([method, response.status]).toEqual([method, 404]);
      expect(await response.json()).toEqual({ message: "Stock pick not found." });
    }
  });
});

describe("the back-office", () => {
  const FORM = {
    ticker: "FORM",
    name: "By hand",
    category: "Tenet",
    currentPrice: "1,024.80",
    marketCap: "2.5b",
  };

  it("adds, edits and deletes, and readers see it at once", async () => {
    const added = await app.request("/admin/stock-picks/new", { method: "POST", cookies: admin, body: FORM });
    expect([added.status, added.headers.get("Location")]).toEqual([303, "/admin/stock-picks"]);
    const [row] = await app.sql<{ id: string }>("select * from stock_picks where ticker = 'FORM'");
    expect(row).toMatchObject({ current_price: "1024.80", market_cap: "2500000000", target_2028: null });
    expect(await page("?category=Tenet", premium)).toContain("By hand");

    const form = await (await app.request(`/admin/stock-picks/${row?.id}/edit`, { cookies: admin })).text();
    expect(form).toContain('value="1024.80"');
    const edited = await app.request(`/admin/stock-picks/${row?.id}/edit`, {
      method: "POST",
      cookies: admin,
      body: { ...FORM, name: "By another hand", version: "1" },
    });
    expect(edited.status).toBe(303);
    const late = await app.request(`/admin/stock-picks/${row?.id}/edit`, {
      method: "POST",
      cookies: admin,
      body: { ...FORM, name: "By a third hand", version: "1" },
    });
    expect(late.status).toBe(409);

    const reply = await (
      await app.request(`/admin/stock-picks?delete=${row?.id}`, { cookies: admin })
    ).text();
    expect(reply).toContain("Are you sure you want to delete this stock pick?");
    const deleted = await app.request(`/admin/stock-picks?delete=${row?.id}`, {
      method: "POST",
      cookies: admin,
    });
    expect(deleted.status).toBe(303);
    expect(await page("?category=Tenet", premium)).not.toContain("By another hand");
  });

  it("keeps what was typed when something is wrong", async () => {
    const response = await app.request("/admin/stock-picks/new", {
      method: "POST",
      cookies: admin,
      body: { ...FORM, wks52High: "ten", wks52Low: "-1" },
    });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(html).toContain("52-week high must be a number");
    expect(html).toContain("52-week low must not be below 0");
    expect(html).toContain('value="ten"');
    expect(await app.sql("select 1 from stock_picks where ticker = 'FORM'")).toEqual([]);
  });

  it("searches, narrows, sorts with the unknown last, and exports", async () => {
    const list = async (search: string) =>
      (await app.request(`/admin/stock-picks${search}`, { cookies: admin })).text();
    expect(await list("?q=canary")).toContain("Canary Holdings");
    expect(await list("?q=canary&category=Tenet")).toContain("No stock picks found.");
    const sorted = await list("?sort=currentPrice&direction=desc");
    expect(sorted.indexOf("AAFST")).toBeLessThan(sorted.indexOf("CNRY"));
    expect(sorted.indexOf("CNRY")).toBeLessThan(sorted.indexOf("BLANK"));
    const csv = await app.request("/admin/stock-picks/export.csv", { cookies: admin });
    expect(await csv.text()).toContain("CNRY");
  });

  it.each([
    "/admin/stock-picks",
    "/admin/stock-picks/new",
    "/admin/stock-picks/export.csv",
  ])("is closed to editors: %s", async (path) => {
    const response = await app.request(path, { cookies: await app.cookiesOf("editor") });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain("Only superadmin and admin can access this page.");
  });
});
