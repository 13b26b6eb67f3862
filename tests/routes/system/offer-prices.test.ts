import { cacheBypassCookies } from "tests/support/cached-pages";
import { withoutTable } from "tests/support/database-failures";
import { offerPackages } from "tests/support/purchases";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Pages with the price of the cheapest package below a paywall. */
const PATHS = ["/", "/daily-brief", "/stock-picks", "/trade-alert", "/videos"];
const PRICE = "no automatic renewal";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await offerPackages(app);
});
afterAll(() => app.stop());

async function ask(path: string): Promise<string> {
  const answer = await app.request(path, { cookies: cacheBypassCookies() });
  const html = await answer.text();
  expect([path, answer.status]).toEqual([path, 200]);
  expect(html, path).toMatch(/(Upgrade|Subscribe) to Premium/);
  return html;
}

describe("the price below a paywall", () => {
  it("alone is missing while it was never loaded", async () => {
    await withoutTable(app, "packages", async () => {
      for (const path of PATHS) expect(await ask(path), path).not.toContain(PRICE);
    });
  });

  it("appears once it loads, and keeps its last value when loading fails", async () => {
    await expect.poll(() => ask("/")).toContain(PRICE);
    await withoutTable(app, "packages", async () => {
      for (const path of PATHS) expect(await ask(path), path).toContain(PRICE);
    });
  });
});
