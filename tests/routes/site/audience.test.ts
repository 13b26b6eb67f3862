import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { companyExhibit } from "~/features/share-pictures/share-exhibits.server";

const OWN = { audience: "private" };
const NOW = new Date();
const ids: Record<string, string> = {};
const cookies: Record<string, string> = { visitor: "" };

setUpApp();

beforeAll(async () => {
  await insertRecord(database, "packages");
  for (const who of ["basic", "premium", "private", "admin"] as const)
    cookies[who] = await app.cookiesOf(who);
  ids.brief = await insertRecord(database, "daily_briefs", { ...OWN, analysis: "Own analysis" });
  ids.alert = await insertRecord(database, "trade_alerts", { ...OWN, name: "Own alert", ticker: "OWNA" });
  ids.pick = await insertRecord(database, "stock_picks", { ...OWN, name: "Own pick", ticker: "AAAA" });
  ids.video = await insertRecord(database, "videos", { ...OWN, title: "Own film" });
});

const textOf = async (path: string, who: string) =>
  (await app.request(path, { cookies: cookies[who] })).text();
const wordsOf = (html: string) => html.replace(/<!-- -->/g, "").replace(/<[^>]*>/g, " ");

describe("a record for Private members", () => {
  const LOCKED = ["visitor", "basic", "premium"];

  it.each(LOCKED)("names its audience on the paywall, without the price of Premium: %s", async (who) => {
    const brief = wordsOf(await textOf(`/daily-brief/${ids.brief}`, who));
    expect(brief).toContain("Private Content - This daily brief is available to Private subscribers only.");
    const alert = wordsOf(await textOf(`/trade-alert/${ids.alert}`, who));
    expect(alert).toContain("This trade alert is available to Private subscribers only.");
    const video = wordsOf(await textOf(`/videos/${ids.video}`, who));
    expect(video).toContain("This video is available to Private subscribers only.");
    for (const page of [brief, alert, video]) {
      expect(page).toContain("Upgrade to Private");
      expect(page).not.toMatch(/Upgrade to Premium|Premium or Private/);
    }
  });

  it("is readable for Private members and for the staff responsible", async () => {
    expect(await textOf(`/daily-brief/${ids.brief}`, "private")).toContain("Own analysis");
    expect(await textOf(`/trade-alert/${ids.alert}`, "private")).toContain("Own alert");
    expect(await textOf("/stock-picks", "private")).toContain("Own pick");
    expect(await textOf(`/videos/${ids.video}?play=1`, "private")).toContain("aaaaaaaaaaa");
    for (const who of ["private", "admin"]) {
      expect(await textOf(`/api/daily-brief/${ids.brief}`, who)).toContain("Own analysis");
      expect(await textOf(`/api/trade-alert/${ids.alert}`, who)).toContain("Own alert");
    }
  });

  it("has a paywall for Premium in the API, row by row", async () => {
    const open = await insertRecord(database, "daily_briefs", { analysis: "For members" });
    const listed = (await (await app.request("/api/daily-brief", { cookies: cookies.premium })).json()) as {
      id: string;
    }[];
    const byId = new Map(listed.map((row) => [row.id, row]));
    expect(byId.get(open)).toMatchObject({ locked: false, analysis: "For members", audience: "members" });
    expect(byId.get(ids.brief ?? "")).toMatchObject({
      ...{ locked: true, analysis: null, audience: "private", updatedAt: null, version: null },
    });
    const one = await (
      await app.request(`/api/trade-alert/${ids.alert}`, { cookies: cookies.premium })
    ).json();
    expect(one).toMatchObject({ locked: true, ticker: null, audience: null });
  });

  it("follows all others in masked orders of Premium members, whatever its values", async () => {
    await insertRecord(database, "stock_picks", { name: "Open pick", ticker: "ZZZZ" });
    const rowsOf = async (query: string) =>
      [
        ...(await textOf(`/stock-picks?${query}`, "premium")).matchAll(
          /pick-ticker"[^>]*>(?:<a[^>]*>)?([A-Z]+)|bar--name/g,
        ),
      ].map(([, ticker]) => ticker ?? "masked");
    expect(await rowsOf("sort=ticker&direction=asc")).toEqual(["ZZZZ", "masked"]);
    expect(await rowsOf("sort=ticker&direction=desc")).toEqual(["ZZZZ", "masked"]);
  });

  it("counts as open where it may not be read, even after its end", async () => {
    await database.rows("update trade_alerts set created_at = now() - interval '1 year' where id = ?", [
      ids.alert,
    ]);
    const page = await textOf("/trade-alert", "premium");
    expect(wordsOf(page)).not.toContain("Closed calls");
    expect(wordsOf(page)).toContain("are for Private members.");
    expect(wordsOf(await textOf("/trade-alert", "private"))).toContain("Closed calls");
  });

  it("is found by searches of Private members, not of Premium ones", async () => {
    const paths = ["/search?q=OWNA", "/search?q=Own+pick", "/search?q=Own+analysis"];
    for (const path of paths) {
      expect(wordsOf(await textOf(path, "private")), path).not.toContain("Nothing found");
      expect(await textOf(path, "premium"), path).not.toMatch(
        /Own (alert|pick|analysis)<|href="\/trade-alert\//,
      );
    }
  });

  it("is not related to a brief of the same company for Premium members", async () => {
    await insertRecord(database, "trade_alerts", { ...OWN, ticker: "SAME", name: "Beside it" });
    const brief = await insertRecord(database, "daily_briefs", { ticker: "SAME" });
    expect(await textOf(`/daily-brief/${brief}`, "premium")).not.toContain("Beside it");
    expect(await textOf(`/daily-brief/${brief}`, "private")).toContain("Beside it");
  });

  it("gives no company a page for Premium members, and adds nothing to an existing one", async () => {
    const at = { premium: "/stock/OWNA", both: "/stock/BOTH" };
    expect((await app.request(at.premium, { cookies: cookies.premium })).status).toBe(404);
    expect(await textOf(at.premium, "private")).toContain("Own alert");
    await insertRecord(database, "trade_alerts", { ticker: "BOTH", name: "Both Plc", current_price: "10.5" });
    await insertRecord(database, "stock_picks", {
      ...OWN,
      ticker: "BOTH",
      name: "Both",
      current_price: "777.25",
      current_year_target: "888.75",
    });
    expect(await textOf(at.both, "premium")).toContain("/trade-alert/");
    expect(await textOf(at.both, "premium")).not.toMatch(/777\.25|888\.75/);
    // Records that the reader may read are there. The price never comes from a record for a smaller audience.
    const whole = await textOf(at.both, "private");
    expect([whole.includes("777.25"), whole.includes("888.75")]).toEqual([false, true]);
  });

  it("is in no share picture and no sitemap, and neither is its company", async () => {
    const drawn = () => Promise.all(["OWNA", "AAAA", "SAME"].map((symbol) => companyExhibit(symbol, NOW)));
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select id, current_date - back, 100 + back, 'test' from instruments, generate_series(1, 3) as back
        where symbol in ('OWNA', 'AAAA', 'SAME')`,
    );
    const before = await drawn();
    expect(before.map((picture) => picture !== undefined)).toEqual([false, false, true]);
    await insertRecord(database, "trade_alerts", {
      ...OWN,
      ticker: "SAME",
      name: "Beside",
      current_price: "777.25",
    });
    expect(await drawn()).toEqual(before);
    const maps = await Promise.all(
      ["stock-1", "trade-alert-1", "daily-brief-1"].map((map) => textOf(`/sitemaps/${map}.xml`, "premium")),
    );
    expect(maps.join()).toContain("/stock/SAME");
    expect(maps.join()).not.toMatch(/OWNA|AAAA/);
  });

  it("names its audience in feeds", async () => {
    expect(await textOf("/trade-alert/feed.xml", "visitor")).toContain(
      "the reasons are for Private members.",
    );
    expect(await textOf("/daily-brief/feed.xml", "visitor")).toContain(
      "The analysis is for Private members.",
    );
  });
});

it("is for all paying members by default, and a free video is for everybody", async () => {
  const json = { companyName: "New", ticker: "NEW", analysis: "Why." };
  const made = await app.request("/api/daily-brief", { method: "POST", cookies: cookies.admin, json });
  expect(await made.json()).toMatchObject({ audience: "members" });
  const free = await insertRecord(database, "videos", { ...OWN, is_free: true });
  expect(await (await app.request(`/api/videos/${free}`)).json()).toMatchObject({ locked: false });
});
