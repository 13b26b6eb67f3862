import { app, setUpApp } from "tests/support/running-app";
import { describe, expect, it } from "vitest";

setUpApp({ DISCLOSURE_REQUIRED: "1" });

const BODIES = {
  "daily-brief": { companyName: "Brief", ticker: "BRF", analysis: "Why." },
  "trade-alert": { ticker: "ALT", name: "Alt", tag: "buy", targetPrice: 2, analysis: "Why." },
  "stock-picks": { ticker: "PCK", name: "Pick", category: "Tenet" },
};

const send = async (method: string, path: string, json: object) =>
  app.request(path, { method, cookies: await app.cookiesOf("admin"), json });

describe.each(Object.entries(BODIES))("where disclosures are asked for, /api/%s", (path, body) => {
  it("publishes nothing without one", async () => {
    const refused = await send("POST", `/api/${path}`, body);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ errors: { disclosure: "Disclosure is required" } });
    expect((await send("POST", `/api/${path}`, { ...body, disclosure: "None." })).status).toBe(201);
  });
});

it("keeps drafts without one, which are not published by that", async () => {
  const kept = await send("POST", "/api/daily-brief", { ...BODIES["daily-brief"], status: "draft" });
  expect(kept.status).toBe(201);
  const { id } = (await kept.json()) as { id: string };
  expect((await send("PUT", `/api/daily-brief/${id}`, { status: "published" })).status).toBe(422);
});
