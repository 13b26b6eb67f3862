import { createHash } from "node:crypto";
import { addressIn, feedText, fetchFeed, makeAddress } from "tests/support/private-feeds";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const PAGE = "/dashboard/feeds";
const FOR_PAID = "Only paid members read this.";
const FOR_PRIVATE = "Only Private members read this.";

let ids: Record<"brief" | "privateBrief" | "alert" | "pick" | "video" | "freeVideo", string>;
beforeAll(async () => {
  const brief = {
    company_name: "Feed Works",
    ticker: "FEED",
    headline: "Fed well",
    teaser: "The introduction.",
  };
  const pick = { category: "Tenet", share_portfolio: "4.5", current_year_target: "120", target_2028: null };
  ids = {
    brief: await insertRecord(database, "daily_briefs", {
      ...brief,
      analysis: `## Why\n\n${FOR_PAID} [Here](/stock/FEED).\n\nchart FEED 1y`,
      buy_zone_min: "158",
      buy_zone_max: "168",
      disclosure: "None in FEED",
    }),
    privateBrief: await insertRecord(database, "daily_briefs", {
      ...brief,
      analysis: FOR_PRIVATE,
      audience: "private",
    }),
    alert: await insertRecord(database, "trade_alerts", {
      ticker: "FEDA",
      name: "Feed Alert",
      tag: "sell",
      analysis: FOR_PAID,
      target_price: "90",
      stop_loss: null,
    }),
    pick: await insertRecord(database, "stock_picks", { ...pick, ticker: "FEDP", name: "Feed Pick & Sons" }),
    video: await insertRecord(database, "videos", {
      title: "Locked video",
      youtube_link: "https://youtu.be/lockedvideo",
    }),
    freeVideo: await insertRecord(database, "videos", {
      title: "Free video",
      caption: "One.\n\nTwo <b>.",
      youtube_link: "https://youtu.be/openedvideo",
      is_free: true,
    }),
  };
  await insertRecord(database, "daily_briefs", { ...brief, analysis: "A draft.", status: "draft" });
});
beforeEach(() => database.rows("delete from private_feeds"));

/** The entry of a record, with its HTML readable. */
async function entryOf(path: string, id: string): Promise<string> {
  const entry = (await feedText(path)).split("<item>").find((one) => one.includes(`>${id}</guid>`)) ?? "";
  return entry.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"');
}

const keptRows = () =>
  database.rows<{ section: string; token_hash: string; last_used_on: string | null }>(
    "select section, token_hash, last_used_on::text from private_feeds order by section",
  );

describe("a private feed", () => {
  it("has whole briefs for a plan that includes them, as the page does", async () => {
    const [premium, owner] = [await makeAddress("premium"), await makeAddress("private")];
    const whole = await entryOf(premium, ids.brief);
    expect(whole).toContain("<title>Feed Works (FEED): Fed well</title>");
    expect(whole).toContain("<li>Buy zone: 158.00 to 168.00");
    expect(whole).toContain("<li>Author\u2019s holdings: None in FEED</li>");
    expect(whole).toContain(
      `<h3>Why</h3>\n<p>${FOR_PAID} <a href="http://localhost:3000/stock/FEED">Here</a>.</p>`,
    );
    expect(whole).toContain(`<a href="http://localhost:3000/daily-brief/${ids.brief}">Chart: FEED, 1y</a>`);
    expect(await entryOf(premium, ids.privateBrief)).not.toContain(FOR_PRIVATE);
    expect(await entryOf(owner, ids.privateBrief)).toContain(FOR_PRIVATE);
    expect(await feedText(owner)).not.toContain("A draft.");
  });

  it("has whole alerts and picks", async () => {
    const alert = await entryOf(await makeAddress("premium", "trade-alert"), ids.alert);
    expect(alert).toContain("<title>Sell Feed Alert (FEDA)</title>");
    expect(alert).toContain("<li>Target price: 90.00");
    expect(alert).not.toContain("Stop loss");
    expect(alert).toContain(`<p>${FOR_PAID}</p>`);
    const pick = await entryOf(await makeAddress("premium", "stock-picks"), ids.pick);
    expect(pick).toContain("Feed Pick &amp; Sons (FEDP)</title>");
    expect(pick).toContain("<li>Portfolio: 4.50%</li><li>Current Year TP: 120.00");
    expect(pick).not.toContain("2028 TP");
  });

  it("has the links of videos that the member may watch, free ones for everybody", async () => {
    const [premium, basic] = [await makeAddress("premium", "videos"), await makeAddress("basic", "videos")];
    expect(await entryOf(premium, ids.video)).toContain("watch?v=lockedvideo");
    expect(await entryOf(basic, ids.video)).not.toContain("lockedvideo");
    expect(await entryOf(basic, ids.freeVideo)).toContain("<p>One.</p>\n<p>Two &amp;lt;b&amp;gt;.</p>");
    expect(await entryOf(basic, ids.freeVideo)).toContain("watch?v=openedvideo");
  });

  it.each([
    "news",
    "daily-brief",
    "stock-picks",
    "trade-alert",
  ])("is what the public feed of /%s is for a Basic member, without the address", async (section) => {
    const path = await makeAddress("basic", section);
    const publicFeed = (await feedText(`/${section}/feed.xml`)).replace(/<atom:link [^>]*>\n/, "");
    expect(await feedText(path)).toBe(publicFeed);
    expect(publicFeed).not.toContain(path.split("/").at(-1));
  });

  it("stays out of caches, search engines and Referer headers", async () => {
    const path = await makeAddress("premium");
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await fetchFeed(path, {}, method);
      expect(status).toBe(200);
      expect(headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
      expect(headers.get("Cache-Control")).toBe("private, no-store");
      expect(headers.get("X-Robots-Tag")).toBe("noindex");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      for (const name of ["Last-Modified", "CDN-Cache-Control", "Surrogate-Key", "Set-Cookie"])
        expect(headers.get(name), name).toBeNull();
    }
    const data = await fetchFeed(`${path}.data`);
    expect(data.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("depends on the address alone: a cookie opens nothing", async () => {
    const path = await makeAddress("basic");
    const withCookie = await (await get(path, "premium")).text();
    expect(withCookie).toBe(await feedText(path));
    expect(withCookie).not.toContain(FOR_PAID);
  });
});

describe("access that ends", () => {
  const ENDS: [string, string][] = [
    ["a term that is over", "subscription_expires_at = now()"],
    ["a refund that takes the plan", "subscription = 'Basic', subscription_expires_at = null"],
  ];

  it.each(
    ENDS,
  )("turns the feed into introductions at once, also for conditional requests: %s", async (_, set) => {
    const [member] = await database.rows<{ subscription: string; until: Date }>(
      "select subscription, subscription_expires_at as until from members where email = 'premium@demo.test'",
    );
    const path = await makeAddress("premium");
    const before = await fetchFeed(path);
    const known = { "If-None-Match": before.headers.get("ETag") ?? "" };
    expect(await before.text()).toContain(FOR_PAID);
    expect((await fetchFeed(path, known)).status).toBe(304);
    await database.rows(`update members set ${set} where email = 'premium@demo.test'`);
    try {
      const later = { ...known, "If-Modified-Since": new Date(Date.now() + 86_400_000).toUTCString() };
      expect((await fetchFeed(path, later, "HEAD")).status).toBe(200);
      const after = await fetchFeed(path, later);
      expect(after.status).toBe(200);
      const text = await after.text();
      expect(text).toContain("The introduction.");
      expect(text).not.toContain(FOR_PAID);
      expect(text).not.toContain("158.00");
    } finally {
      await database.rows(
        "update members set subscription = ?, subscription_expires_at = ? where email = 'premium@demo.test'",
        [member?.subscription, member?.until],
      );
    }
  });

  it.each([
    ["inactive", "status = 'inactive'", "status = 'active'"],
    ["about to be deleted", "deletion_requested_at = now()", "deletion_requested_at = null"],
  ])("answers 404 while the account is %s, and works again afterwards", async (_, ends, again) => {
    const path = await makeAddress("premium");
    const known = { "If-None-Match": (await fetchFeed(path)).headers.get("ETag") ?? "" };
    await database.rows(`update members set ${ends} where email = 'premium@demo.test'`);
    try {
      for (const method of ["GET", "HEAD"]) expect((await fetchFeed(path, known, method)).status).toBe(404);
    } finally {
      await database.rows(`update members set ${again} where email = 'premium@demo.test'`);
    }
    expect((await fetchFeed(path)).status).toBe(200);
  });

  it("answers 404 once the account is deleted", async () => {
    const id = await insertRecord(database, "members", { email: "leaver@readers.test" });
    const token = "a".repeat(43);
    const hash = createHash("sha256").update(token).digest("hex");
    await database.rows("insert into private_feeds (member_id, section, token_hash) values (?, 'news', ?)", [
      id,
      hash,
    ]);
    expect((await fetchFeed(`/feeds/news/${token}`)).status).toBe(200);
    await database.rows("delete from members where id = ?", [id]);
    expect((await fetchFeed(`/feeds/news/${token}`)).status).toBe(404);
  });
});

describe("an address that is not there", () => {
  it("gets one and the same 404, whatever is wrong with it", async () => {
    const path = await makeAddress("premium");
    const token = path.split("/").at(-1) ?? "";
    const wrong = [
      `/feeds/daily-brief/${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      `/feeds/daily-brief/${token.toLowerCase().replace(/^./, "_")}`,
      `/feeds/daily-brief/${token}x`,
      `/feeds/daily-brief/${token}.xml`,
      `/feeds/daily-brief/%00`,
      "/feeds/daily-brief/short",
      `/feeds/news/${token}`,
      `/feeds/__proto__/${token}`,
      `/feeds/pick-lists/${token}`,
    ];
    for (const one of wrong) {
      const answer = await fetchFeed(one);
      expect([one, answer.status, await answer.text()]).toEqual([one, 404, '{"message":"Feed not found."}']);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    }
    expect((await keptRows())[0]?.last_used_on).toBeNull();
  });
});

describe("the page of a member's feeds", () => {
  it("shows a new address once, and stores only its hash", async () => {
    const empty = await html(PAGE, "basic");
    for (const title of ["News", "Daily Brief", "Stock Picks", "Trade Alerts", "Videos"])
      expect(empty).toContain(`Create address of ${title}`);
    const answer = await post(PAGE, { section: "news", change: "create" }, "basic");
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const path = addressIn(await answer.text());
    expect(path).toMatch(/^\/feeds\/news\/[\w-]{43}$/);
    const token = path.split("/").at(-1) ?? "";
    const hash = createHash("sha256").update(token).digest("hex");
    expect(await keptRows()).toEqual([{ section: "news", token_hash: hash, last_used_on: null }]);
    const again = await html(PAGE, "basic");
    expect(again).not.toContain(token);
    expect(again).toContain("New address of News");
    expect(await html("/dashboard/export.json", "basic")).not.toMatch(new RegExp(`${token}|${hash}`));
  });

  it("asks before it replaces an address, whose reader gets nothing any more", async () => {
    const old = await makeAddress("basic", "news");
    expect(await html(`${PAGE}?replace=news`, "basic")).toContain(
      "The current address stops working at once.",
    );
    expect((await fetchFeed(old)).status).toBe(200);
    const next = await makeAddress("basic", "news");
    expect(next).not.toBe(old);
    expect((await fetchFeed(old)).status).toBe(404);
    expect((await fetchFeed(next)).status).toBe(200);
    expect(await keptRows()).toHaveLength(1);
  });

  it("asks before it removes an address", async () => {
    const path = await makeAddress("basic", "news");
    expect(await html(`${PAGE}?remove=news`, "basic")).toContain("Remove the address?");
    expect((await fetchFeed(path)).status).toBe(200);
    for (const _ of ["first", "second"]) {
      const answer = await post(PAGE, { section: "news", change: "remove" }, "basic");
      expect(await followRedirect(answer, "basic")).toContain("The address was removed.");
    }
    expect((await fetchFeed(path)).status).toBe(404);
  });

  it("keeps the address of another page that was sent first", async () => {
    const [, since = ""] =
      /name="replaces" value="([^"]+)"/.exec(
        (await makeAddress("basic", "news")) && (await html(`${PAGE}?replace=news`, "basic")),
      ) ?? [];
    const path = await makeAddress("basic", "news");
    const stale = [
      { change: "create" },
      { change: "replace", replaces: since },
      { change: "replace" },
      { change: "replace", replaces: "2026-99-99T00:00:00Z" },
    ];
    for (const sent of stale) {
      const answer = await post(PAGE, { section: "news", ...sent } as Record<string, string>, "basic");
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain(
        "This feed has been given a new address since you opened the page.",
      );
    }
    expect((await fetchFeed(path)).status).toBe(200);
  });

  it("shows the address to one of several equal requests, and refuses the others", async () => {
    const send = () => post(PAGE, { section: "news", change: "create" }, "basic");
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const pages = await Promise.all(answers.filter(({ status }) => status === 200).map((one) => one.text()));
    expect((await fetchFeed(addressIn(pages.join("")))).status).toBe(200);
  });

  it.each([
    { section: "nothing", change: "create" },
    { section: "__proto__", change: "create" },
    { section: "news", change: "else" },
    { change: "create" },
    {},
  ])("refuses %j", async (sent) => {
    expect((await post(PAGE, sent as Record<string, string>, "basic")).status).toBe(422);
    expect(await keptRows()).toEqual([]);
  });

  it("asks nothing about a feed without an address", async () => {
    expect(await html(`${PAGE}?replace=news`, "basic")).toContain("Create address of News");
    expect(await html(`${PAGE}?remove=nothing`, "basic")).toContain("Create address of News");
  });

  it("shows the day of the last use, which is written once a day", async () => {
    const path = await makeAddress("basic", "news");
    expect(await html(PAGE, "basic")).toContain("Never");
    await fetchFeed(path);
    const used = () =>
      database.rows<{ today: boolean; written: string }>(
        "select last_used_on = (now() at time zone 'UTC')::date as today, xmin::text as written from private_feeds",
      );
    const [first] = await used();
    expect(first?.today).toBe(true);
    await fetchFeed(path);
    expect(await used()).toEqual([first]);
    await database.rows("update private_feeds set last_used_on = '2026-03-02'");
    expect(await html(PAGE, "basic")).toContain("2 Mar 2026");
    await fetchFeed(path);
    expect((await used())[0]?.today).toBe(true);
  });

  it("is the member’s own: others’ addresses stay, visitors sign in first", async () => {
    const path = await makeAddress("premium", "news");
    await post(PAGE, { section: "news", change: "remove" }, "basic");
    expect((await fetchFeed(path)).status).toBe(200);
    expect((await app.request(PAGE)).headers.get("Location")).toContain("/login");
  });
});
