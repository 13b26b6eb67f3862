import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";

setUpApp({ DISCLOSURE_REQUIRED: "1" });

const TABLES = {
  "daily-brief": "daily_briefs",
  "trade-alert": "trade_alerts",
  "stock-picks": "stock_picks",
};

const BODIES = {
  "daily-brief": { companyName: "Brief", ticker: "BRF", analysis: "Why." },
  "trade-alert": { ticker: "ALT", name: "Alt", tag: "buy", targetPrice: 2, analysis: "Why." },
  "stock-picks": { ticker: "PCK", name: "Pick", category: "Tenet" },
};

const send = async (method: string, path: string, json: object) =>
  app.request(path, { method, cookies: await app.cookiesOf("admin"), json });

describe.each(Object.entries(BODIES))("/api/%s with required disclosures", (path, body) => {
  it("publishing without a disclosure is refused", async () => {
    const refused = await send("POST", `/api/${path}`, body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: { disclosure: "Disclosure is required" } });
    expect((await send("POST", `/api/${path}`, { ...body, disclosure: "None." })).status).toBe(201);
  });

  it("records published earlier without a disclosure stay until an edit", async () => {
    const table = TABLES[path as keyof typeof TABLES];
    const [edited, gone] = [await insertRecord(database, table), await insertRecord(database, table)];
    const premium = await app.cookiesOf("premium");
    const page = path === "stock-picks" ? "/stock-picks" : `/${path}/${edited}`;
    expect(await (await app.request(page, { cookies: premium })).text()).toContain("Holdings not stated");
    const change = { author: "Ada M." };
    const refused = await send("PUT", `/api/${path}/${edited}`, change);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errors: { disclosure: "Disclosure is required" } },
    ]);
    const answer = await send("PUT", `/api/${path}/${edited}`, { ...change, disclosure: "None." });
    expect(await answer.json()).toMatchObject({ ...change, disclosure: "None." });
    expect((await send("DELETE", `/api/${path}/${gone}`, {})).status).toBe(200);
  });
});

it("drafts without a disclosure are accepted, and stay drafts", async () => {
  const kept = await send("POST", "/api/daily-brief", { ...BODIES["daily-brief"], status: "draft" });
  expect(kept.status).toBe(201);
  const { id } = (await kept.json()) as { id: string };
  expect((await send("PUT", `/api/daily-brief/${id}`, { status: "published" })).status).toBe(422);
});
