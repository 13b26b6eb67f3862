import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import { spec } from "tests/support/spec";
import { beforeEach, describe, expect, it } from "vitest";

setUpApp();
beforeEach(() => database.rows("delete from quotes; delete from stock_picks"));

/** The items of the bell with their addresses. */
async function notificationItems(path = "/about"): Promise<string[]> {
  const response = await app.request(path);
  const panel = /aria-label="Notifications[^>]*>.*?<div class="menu-panel[^"]*">(.*?)<\/div>/s.exec(
    await response.text(),
  );
  return [...(panel?.[1] ?? "").matchAll(/<a href="([^"]*)">([^<]*)</g)].map(
    ([, to, label]) => `${label} ${to}`,
  );
}

const quote = (name: string, category: string, minutes: number, more: Record<string, unknown> = {}) => {
  const at = new Date(Date.now() - minutes * 60_000);
  return insertRecord(database, "quotes", {
    name,
    category,
    change_percent: "-1.5",
    created_at: at,
    updated_at: at,
    ...more,
  });
};

describe("the bell", () => {
  it(
    "lists the newest index, the newest pick and the newest other quote, with links to their rows",
    spec("2.1 notifications market update new"),
    async () => {
      await quote("An older index", "Indices", 9);
      const index = await quote("Index & Co", "Indices", 5);
      await quote("A younger bond", "Bonds", 4);
      const coin = await quote("A coin", "Cryptocurrencies", 3, { change_percent: null });
      await quote("The same kind, older", "Cryptocurrencies", 60);
      const pick = await insertRecord(database, "stock_picks", { category: "Iron dome" });
      expect(await notificationItems()).toEqual([
        `Market update: Index &amp; Co moved \u22121.50% /market?category=Indices&amp;quote=${index}#found`,
        `New stock pick in Iron dome /stock-picks?category=Iron+dome&amp;pick=${pick}#found`,
        `Quote: A coin is quoted /market?category=Cryptocurrencies&amp;quote=${coin}#found`,
      ]);
    },
  );

  it("has a market update even without an index", async () => {
    await quote("A bond", "Bonds", 4);
    await quote("A stock", "Stocks", 2);
    expect((await notificationItems()).map((item) => item.split(" moved")[0])).toEqual([
      "Market update: A stock",
      "Quote: A bond",
    ]);
  });

  it("is empty without content", async () => {
    expect(await notificationItems()).toEqual([]);
  });

  it.each([
    "/login",
    "/register",
    "/forget-password",
    "/reset-password/none",
    "/verify-email",
    "/resend-verification-email",
  ])("has the same items at %s", spec("2.1 notifications market update new"), async (path) => {
    await quote("An index", "Indices", 5);
    await quote("A bond", "Bonds", 4);
    const items = await notificationItems();
    expect(items).toHaveLength(2);
    // A bare page does not wait for its bell, so a slow machine needs another try.
    let here: string[] = [];
    await waitUntil(async () => {
      here = await notificationItems(path);
      return here.length > 0;
    });
    expect(here).toEqual(items);
  });

  it("on a member’s pages has none of the items for visitors", async () => {
    await quote("An index", "Indices", 5);
    const cookies = await app.cookiesOf("basic");
    for (const path of ["/about", "/dashboard"]) {
      const html = await (await app.request(path, { cookies })).text();
      expect(html).toContain('class="menu bell"');
      expect(html).not.toContain("Market update: An index moved");
    }
  });
});
