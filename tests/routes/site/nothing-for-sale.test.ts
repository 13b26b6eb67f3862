import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

setUpApp();

/** Texts only on a page that sells something. */
const SELLING =
  /class="upgrade|From \$|One payment|never renews|Before you pay|See the plans|Give a membership|nothing renews|as (it|they) (is|are) posted/;

const textOf = async (path: string, who?: "basic" | "pending" | "lapsed") =>
  (await app.request(path, { cookies: who && (await app.cookiesOf(who)) })).text();
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, " ").replaceAll("&#x27;", "'");

const ids: Record<"brief" | "alert" | "video", string> = { brief: "", alert: "", video: "" };
const PAGES = [
  "/",
  "/daily-brief",
  "/stock-picks",
  "/trade-alert",
  "/videos",
  "/search?q=acme",
  "/subscription",
];

beforeAll(async () => {
  await database.rows("update packages set archived_at = now() where price > 0");
  ids.brief = await insertRecord(database, "daily_briefs");
  ids.alert = await insertRecord(database, "trade_alerts");
  ids.video = await insertRecord(database, "videos");
  await insertRecord(database, "stock_picks");
});

describe("while nothing is for sale", () => {
  it.each(PAGES)("%s offers nothing, to visitors and to members", async (path) => {
    for (const who of [undefined, "basic"] as const) {
      const html = await textOf(path, who);
      expect(html).toContain("</html>");
      expect(html).not.toMatch(SELLING);
    }
  });

  it("a locked brief keeps the sentence and the button of the specification only", async () => {
    const html = await textOf(`/daily-brief/${ids.brief}`);
    expect(html).toContain("available to Premium or Private subscribers only.");
    expect(html).toMatch(/href="\/subscription"[^>]*>Upgrade to Premium/);
    expect(html).not.toMatch(SELLING);
    expect(html).not.toContain("The full analysis");
  });

  it("a locked alert and a locked video name their audience, without a button to plans", async () => {
    for (const [path, thing] of [
      [`/trade-alert/${ids.alert}`, "trade alert"],
      [`/videos/${ids.video}`, "video"],
    ]) {
      const html = await textOf(`${path}`);
      expect(html).toContain(`This ${thing} is available to Premium or Private subscribers only.`);
      expect(html).not.toMatch(SELLING);
      expect(html).not.toContain("Upgrade to Premium");
    }
  });

  it("the account of a Basic member has no link to plans", async () => {
    const html = await textOf("/dashboard/subscription", "basic");
    expect(html).toContain("Free, without an end date.");
    expect(html.slice(html.indexOf("<main"))).not.toMatch(/See the plans|come with Premium and Private/);
  });

  it("the plans page shows that there are none", async () => {
    const words = wordsOf(await textOf("/subscription"));
    expect(words).not.toContain("Plans and prices");
  });
});

describe("once something is for sale again", () => {
  beforeAll(async () => {
    await insertRecord(database, "packages", { name: "Premium", tier: "Premium", price: 29, expires_in: 30 });
  });
  afterAll(() => database.rows("delete from packages where name = 'Premium' and archived_at is null"));

  it.each([
    "/",
    "/daily-brief",
    "/stock-picks",
    "/trade-alert",
    "/videos",
  ])("%s offers it with its price", async (path) => {
    await expect
      .poll(() => textOf(path))
      .toContain("From $29 for 30 days. One payment, no automatic renewal.");
    expect(await textOf(path)).not.toMatch(/as (it|they) (is|are) posted/);
  });
});
