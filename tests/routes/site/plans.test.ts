import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { beforeAll, describe, expect, it } from "vitest";

setUpApp({ SITE_SELLER: "Openbell Publishing Ltd", SITE_ADDRESS: "4 Corn Row | London EC3" });

const textOf = async (path: string, who?: "basic" | "premium" | "private") =>
  (await app.request(path, { cookies: who && (await app.cookiesOf(who)) })).text();
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'");
const plans = async () => wordsOf(await textOf("/subscription"));

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const settled = (values: object) =>
  insertRecord(database, "calls", {
    state: "closed",
    close_ratio: "1",
    close_reason: "target",
    made_at: daysAgo(200),
    entry_price: "100",
    close_price: "110",
    ended_on: daysAgo(100).slice(0, 10),
    ...values,
  });

beforeAll(async () => {
  for (const [name, tier, price, days] of [
    ["Basic", "Basic", 0, null],
    ["Premium", "Premium", 29, 30],
    ["Private", "Private", 79, 30],
  ])
    await insertRecord(database, "packages", { name, tier, price, expires_in: days });
});

describe("the proof below the plans", () => {
  it("is missing while no settled call is public", async () => {
    await settled({ name: "Just Ended Plc", ended_on: daysAgo(2).slice(0, 10) });
    const page = await plans();
    expect(page).not.toContain("What members received");
    expect(page).not.toContain("Recently made public");
    expect(page).not.toContain("Just Ended Plc");
  });

  it(
    "shows the track record's figures, and names public calls only",
    spec("beyond plans record below them"),
    async () => {
      await settled({ name: "Long Ended Plc" });
      await settled({ name: "Lost Plc", close_price: "90" });
      await expect.poll(plans).toContain("Buy Long Ended Plc");
      const page = await plans();
      expect(page).toContain("What members received: 2 calls, 50% right");
      expect(page).toContain("2 calls settled. 1 gained and 1 did not.");
      expect(page).toContain("1 more will be public later, and will be in no figure until then.");
      expect(page).toContain("Buy Long Ended Plc");
      expect(page).toContain("Buy Lost Plc");
      expect(await textOf("/subscription")).not.toContain("Just Ended Plc");
      expect(wordsOf(await textOf("/subscription", "premium"))).not.toContain("will be public later");
    },
  );
});

describe("the sample brief", () => {
  const analysis = "Opening words.\n\nThe second paragraph.\n\nThe last words of it.";

  it("is missing while none is marked, or the marked one is a draft", async () => {
    await insertRecord(database, "daily_briefs", { company_name: "Unmarked", analysis: "Unmarked words." });
    await insertRecord(database, "daily_briefs", {
      analysis: "Draft words.",
      is_sample: true,
      status: "draft",
    });
    const page = await plans();
    expect(page).not.toContain("A full brief, free");
    expect(page).not.toMatch(/Unmarked words|Draft words/);
    expect(page).not.toContain("one to try");
    const id = await insertRecord(database, "daily_briefs", { company_name: "Locked Plc", ticker: "LCK" });
    expect(await textOf(`/daily-brief/${id}`)).not.toMatch(/#sample|free<\/a>/);
  });

  it(
    "is the newest marked one, in full on this page and with its paywall on all others",
    spec("beyond plans record below them"),
    async () => {
      await insertRecord(database, "daily_briefs", {
        analysis: "An older sample.",
        is_sample: true,
        created_at: daysAgo(9),
      });
      const id = await insertRecord(database, "daily_briefs", {
        company_name: "Sample Plc",
        analysis,
        is_sample: true,
        audience: "private",
      });
      const page = await plans();
      for (const words of [
        "A full brief, free",
        "Opening words.",
        "Read all 10 words",
        "The last words of it.",
      ])
        expect(page).toContain(words);
      expect(page).toContain("one to try");
      expect(page).not.toMatch(/An older sample|Unmarked words/);
      for (const path of [`/daily-brief/${id}`, "/daily-brief", "/", "/daily-brief/feed.xml"])
        expect(await textOf(path), path).not.toMatch(/Opening words|last words/);
      // Every paywall links to the sample, and the sample's own says that it is the one.
      expect(page).toContain("Read a full brief first, free");
      const other = await insertRecord(database, "daily_briefs", {
        company_name: "Locked Plc",
        ticker: "LCK",
      });
      const toSample = 'href="/subscription#sample"';
      const way = (words: string) => new RegExp(`<a ${toSample}[^>]*>${words}</a>`);
      const marked = await textOf(`/daily-brief/${id}`);
      expect(marked).toContain("This brief is our sample. <a");
      expect(marked).toMatch(way("Read it in full for free"));
      for (const path of ["/daily-brief", "/"]) {
        const cards = (await textOf(path)).match(/<article class="card card--foot">.*?<\/article>/gs) ?? [];
        const sampleCards = cards.filter((card) => card.includes("This brief is our sample."));
        expect(sampleCards, path).toHaveLength(1);
        expect(sampleCards[0], path).toContain(`href="/daily-brief/${id}"`);
        expect(sampleCards[0], path).toMatch(way("Read it in full for free"));
        expect(sampleCards[0], path).toContain("Locked</button>");
      }
      const members = await textOf("/daily-brief", "private");
      expect(members).not.toContain("This brief is our sample.");
      const locked = await textOf(`/daily-brief/${other}`);
      expect(locked).toContain("New here? <a");
      expect(locked).toMatch(way("Read a full brief for free"));
      const wire = await (await app.request(`/api/daily-brief/${id}`)).json();
      expect(wire).toMatchObject({ locked: true, analysis: null, isSample: true });
    },
  );

  it("can be marked and unmarked by staff", async () => {
    const cookies = await app.cookiesOf("admin");
    const id = await insertRecord(database, "daily_briefs", { analysis: "Marked by staff." });
    const put = (isSample: boolean) =>
      app.request(`/api/daily-brief/${id}`, { method: "PUT", cookies, json: { isSample } });
    expect(await (await put(true)).json()).toMatchObject({ isSample: true });
    expect(await plans()).toContain("Marked by staff.");
    await put(false);
    expect(await plans()).not.toContain("Marked by staff.");
  });

  it("appears in the lists once it is marked", async () => {
    const before = await insertRecord(database, "daily_briefs", { is_sample: true });
    const cookies = await app.cookiesOf("admin");
    const sampleIn = async () =>
      /href="\/daily-brief\/([^"]*)"(?:(?!<article).)*This brief is our sample/s.exec(
        await textOf("/daily-brief"),
      )?.[1];
    expect(await sampleIn()).toBe(before);
    await app.request(`/api/daily-brief/${before}`, { method: "PUT", cookies, json: { isSample: false } });
    expect(await sampleIn()).not.toBe(before);
  });
});

describe("the page of plans", () => {
  it(
    "has the facts for buyers next to it, without advertisements and movers",
    spec("beyond plans record below them"),
    async () => {
      const html = await textOf("/subscription");
      expect(html).toMatch(/<aside[^>]*>.*Before you pay/s);
      // Without a column these are directly below the plans.
      expect(html).toMatch(
        /<div class="packages">.*<div class="order-below">.*Before you pay.*What members received/s,
      );
      expect(html).toContain("+44 7700 900123");
      expect(html).not.toContain("Advertisement");
      expect(html).not.toContain("All movers");
      expect(await textOf("/news")).toContain('aria-label="More from Openbell"');
    },
  );

  it("compares the tiers on sale by their content", spec("beyond plans record below them"), async () => {
    const table = /<table[^>]*compare.*?<\/table>/s.exec(await textOf("/subscription"))?.[0] ?? "";
    const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
      [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
        wordsOf(cell).replace("–", ""),
      ),
    );
    expect(rows).toContainEqual(["What", "Basic", "Premium", "Private"]);
    expect(rows).toContainEqual(["Settled calls by name", "after 30 days", "Yes", "Yes"]);
    expect(rows).toContainEqual(["Open trade alerts", "No", "Yes", "Yes"]);
    expect(rows).toContainEqual(["Content marked Private", "No", "No", "Yes"]);
  });
});

describe("a certificate", () => {
  let id: string;
  beforeAll(async () => {
    const [member] = await database.rows<{ id: string }>(
      "select id from members where email = 'premium@demo.test'",
    );
    id = await insertRecord(database, "payments", {
      member_id: member?.id,
      access_from: daysAgo(1),
      expires_at: daysAgo(-29),
      payment_date: new Date().toISOString(),
    });
    await insertRecord(database, "trade_alerts", { name: "Open Call Plc" });
  });

  it(
    "is the receipt, with its number and the seller as configured",
    spec("beyond receipt certificate seller s"),
    async () => {
      const page = wordsOf(await textOf(`/dashboard/receipts/${id}`, "premium"));
      expect(page).toMatch(/Receipt number R-\d{6}/);
      expect(page).toContain("Sold byOpenbell Publishing Ltd4 Corn RowLondon EC3Paid by");
      expect(page).toContain("Total$29.00");
    },
  );

  it("appears after the payment, with the content unlocked a minute ago", async () => {
    const page = wordsOf(await textOf("/subscription/success", "premium"));
    expect(page).toMatch(/Receipt number R-\d{6}/);
    expect(page).toContain("Two things that were locked a minute ago");
    expect(page).toContain("Buy Open Call Plc");
    await database.rows("update payments set payment_date = now() - interval '2 hours' where id = ?", [id]);
    const later = wordsOf(await textOf("/subscription/success", "premium"));
    expect(later).toContain("Open to you");
    expect(later).not.toContain("a minute ago");
  });

  it("opens nothing once the membership is over", async () => {
    await database.rows(
      "update members set subscription_expires_at = now() - interval '1 day' where email = 'premium@demo.test'",
    );
    const page = await textOf("/subscription/success", "premium");
    expect(page).not.toMatch(/Open Call Plc|Open to you/);
  });
});
