import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { formatTime } from "~/ui/dates";
import { alert, app, insertAlert, MINIMAL_ALERT, openAlerts, POSTED, page, premium, SECRETS } from "./alerts";

openAlerts();

const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "no main";

const words = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, "");

describe("the gallery", () => {
  it("shows paying readers every call, newest first", spec("2.3 trade alert gallery ad"), async () => {
    const html = await page("/trade-alert", premium);
    for (const text of ["SELL", "BUY", "CNRY", "Canary Holdings", "1,840.77", "2,085.13"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain("Hold for 17 weeks. Risk-to-reward ratio from today’s price: 1\u00a0:\u00a01.63.");
    expect(html).toContain('Now <strong class="num">1,992.31</strong>');
    expect(html).toContain("\u22127.61%");
    const at = [alert.newest, alert.canary, alert.oldest].map((id) => html.indexOf(`/trade-alert/${id}`));
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at[0]).toBeGreaterThan(0);
  });

  it("shows distances without colour: red and green are for price changes", async () => {
    for (const path of ["/trade-alert", `/trade-alert/${alert.canary}`]) {
      const html = mainOf(await page(path, premium));
      for (const distance of ["+4.66%", "\u22127.61%"])
        expect(html).toContain(`<dd class="more">${distance}<span class="sr"> from the price</span></dd>`);
      expect(html).not.toMatch(/text-(up|down)/);
    }
    // Only the day's change has a colour.
    expect(mainOf(await page("/trade-alert", premium))).not.toContain("chg--");
    const coloured = mainOf(await page(`/trade-alert/${alert.canary}`, premium)).match(/chg--\w+/g);
    expect(coloured).toEqual(["chg--down"]);
  });

  it("shows a reached target instead of risk to reward", async () => {
    const id = await insertAlert(
      { ...MINIMAL_ALERT, current_price: "11", stop_loss: "8" },
      POSTED.toISOString(),
    );
    expect(await page("/trade-alert?reached", premium)).toContain("Hold for 1 week. Target reached.");
    expect(await page(`/trade-alert/${id}`, premium)).toContain("Target reached");
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it(
    "shows other readers only that alerts exist and when they were posted",
    spec("4 locked alerts lock overlay"),
    async () => {
      const html = await page("/trade-alert");
      expect(html.match(/<p class="meta">For members</g)).toHaveLength(3);
      expect(words(html)).toContain(`Alert of ${formatTime(POSTED, "day")}`);
      expect(html).toContain(`/trade-alert/${alert.canary}`);
      expect(html).not.toMatch(/class="tag|ladder-svg/);
    },
  );

  it("shows the year of alerts from other years, to members too", async () => {
    const id = await insertAlert(MINIMAL_ALERT, "2024-12-27T10:28:00Z");
    expect(words(await page("/trade-alert"))).toContain("Alert of 27 December 2024, 10:28 UTC");
    expect(words(await page("/trade-alert", premium))).toContain("Posted 27 December 2024, 10:28 UTC");
    expect(words(await page(`/trade-alert/${alert.oldest}`))).toContain(
      "Alert of 27 December 2024, 10:28 UTC",
    );
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it("shows its offer after three alerts to readers who have not paid", async () => {
    for (const count of [1, 2]) await insertAlert(MINIMAL_ALERT, `2026-05-0${count}T08:00:00Z`);
    const html = await page("/trade-alert?offer");
    const parts = html.split(/(?=<article|<section class="upgrade)/).map((part) => part.slice(0, 16));
    const card = '<article class="';
    expect(parts.slice(1)).toEqual([card, card, card, '<section class="', card, card]);
    expect(await page("/trade-alert?offer", premium)).not.toContain("Read every trade alert in full");
    expect(await page("/trade-alert?page=9")).toContain("Read every trade alert in full");
    await app.sql("delete from trade_alerts where created_at < '2026-05-03'");
  });

  it("shows an advertisement only if there is one", spec("2.3 trade alert gallery ad"), async () => {
    expect(await page("/trade-alert")).not.toContain("Advertisement");
    const [image] = await app.sql<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (800, 100, 1000, '{400,800}') returning id",
    );
    await app.sql(
      `insert into ads (name, category, status, position, image_id)
       values ('https://example.com/fees', 'rectangle', 'published', 4, ?)`,
      [image?.id ?? ""],
    );
    for (const path of ["/trade-alert?page=1", `/trade-alert/${alert.canary}?fresh`]) {
      expect(await page(path)).toContain('href="https://example.com/fees"');
    }
    await app.sql("delete from ads");
  });

  it.each([
    "?page=-1",
    "?page=1000000000",
    "?page=0",
    "?page=x",
    "?category=buy&sort=ticker",
  ])("ignores the invalid query %s", async (search) => {
    const response = await app.request(`/trade-alert${search}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(alert.newest);
  });

  it("explains a page number past its end instead of showing an empty list", async () => {
    const past = await page("/trade-alert?page=9");
    expect(past).not.toContain("No trade alerts found.");
    expect(past).toContain("There is no page 9.");
  });
});

describe("an alert's page", () => {
  it("shows paying readers the whole alert", spec("2.3 trade alert gallery ad"), async () => {
    const html = await page(`/trade-alert/${alert.canary}`, premium);
    for (const text of ["SELL", "Canary Holdings", "CNRY", "1,992.31", "Down \u22124.48% today"]) {
      expect(html).toContain(text);
    }
    for (const text of [
      "2,085.13",
      "+4.66%",
      "1,840.77",
      "\u22127.61%",
      "1\u00a0:\u00a01.63",
      "92.82",
      "151.54",
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain(
      "Stop 2,085.13, price 1,992.31, target 1,840.77: risk to reward 1\u00a0:\u00a01.63",
    );
    expect(html).toContain("The canary sings at");
    expect(html).toMatch(/<a class="ext" href="https:\/\/example.com\/coal"[^>]*>/);
    expect(html).toContain("Then it stops.");
    expect(html).toContain("Hold for 17 weeks");
    const until = POSTED.getTime() + 17 * 7 * 86_400_000;
    expect(words(html)).toContain(`Hold for 17 weeks, until ${formatTime(until, "date")}.`);
  });

  it("links the previous and next alert, with names only for readers with access", async () => {
    const open = await page(`/trade-alert/${alert.canary}`, premium);
    expect(open).toMatch(new RegExp(`<a href="/trade-alert/${alert.oldest}" rel="prev">`));
    expect(open).toMatch(new RegExp(`<a href="/trade-alert/${alert.newest}" rel="next">`));
    expect(open).toContain("Buy Newest");
    const locked = await page(`/trade-alert/${alert.canary}`);
    expect(locked).toContain(`/trade-alert/${alert.newest}`);
    expect(locked).not.toContain("Newest");
    expect(locked).toMatch(/<span class="serif"[^>]*>Alert of \d+ \w+( \d{4})?, \d\d:\d\d UTC<\/span>/);
  });

  it("shows an alert without any optional field", async () => {
    const response = await app.request(`/trade-alert/${alert.oldest}`, { cookies: premium });
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("Bare Bones");
    expect(html).toContain("1 week");
    expect(html).not.toMatch(/NaN|undefined|Infinity|>null</);
    expect(html).not.toContain("ladder-svg");
  });

  it("accepts names of 300 characters and long period texts", async () => {
    const name = "Wide".repeat(75);
    const id = await insertAlert(
      { ...MINIMAL_ALERT, name, holding_period: "p".repeat(100) },
      "2026-06-01T08:00:00Z",
    );
    expect(await page(`/trade-alert/${id}`, premium)).toContain(name);
    await app.sql("delete from trade_alerts where id = ?", [id]);
  });

  it("responds 200 with the paywall to readers who have not paid", async () => {
    const response = await app.request(`/trade-alert/${alert.canary}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain("This trade alert is available to Premium or Private subscribers only.");
    expect(html).toContain('href="/subscription"');
    expect(words(html)).toContain(`Trade alert of ${formatTime(POSTED, "datetime")}A call to buy or sell`);
  });

  it.each(["nonsense", "00000000-0000-4000-8000-000000000000", "%00", "1'or'1"])(
    "responds 404 for %s",
    spec("2.3 trade alert found"),
    async (id) => {
      for (const cookies of ["", premium]) {
        const response = await app.request(`/trade-alert/${id}`, { cookies });
        expect(response.status).toBe(404);
        expect(await response.text()).toContain("Trade Alert not found.");
      }
    },
  );
});

describe("a reader who has not paid", () => {
  it.each([
    "visitor",
    "basic",
    "lapsed",
    "pending",
  ] as const)("gets only the time of an alert as %s, on every page and API", async (person) => {
    const cookies = await app.cookiesOf(person);
    const paths = [
      "/",
      "/_root.data",
      "/trade-alert",
      "/trade-alert.data",
      `/trade-alert/${alert.canary}`,
      `/trade-alert/${alert.canary}.data`,
      `/trade-alert/${alert.canary}.data?_routes=routes%2Fsite%2Ftrade-alert%2Fitem`,
      `/trade-alert/${alert.newest}`,
      "/api/trade-alert",
      "/api/trade-alerts",
      `/api/trade-alert/${alert.canary}`,
    ];
    for (const path of paths) {
      const answer = await page(path, cookies);
      expect(answer.length).toBeGreaterThan(50);
      for (const secret of SECRETS)
        expect([path, answer.includes(secret), secret]).toEqual([path, false, secret]);
      // In page data, in JSON and in the rendered tag.
      expect(answer).not.toMatch(/"(sell|buy)\\?"|class="tag|>(SELL|BUY)</);
    }
  });

  it.each([
    "/trade-alert.data",
    `/trade-alert/CANARY.data`,
  ])("gets no audience field from %s", async (path) => {
    const answer = await page(path.replace("CANARY", alert.canary));
    expect(answer).toContain("createdAt");
    expect(answer).not.toContain("audience");
  });

  it("gets null fields and `locked` from the API", async () => {
    const one = (await (await app.request(`/api/trade-alert/${alert.canary}`)).json()) as Record<
      string,
      unknown
    >;
    const known = Object.entries(one).filter(([, value]) => value !== null);
    expect(Object.fromEntries(known)).toEqual({
      _id: alert.canary,
      id: alert.canary,
      locked: true,
      createdAt: POSTED.toISOString(),
    });
    expect(Object.keys(one)).toEqual(expect.arrayContaining(["ticker", "tag", "targetPrice", "analysis"]));
  });
});

it(
  "the old alert address redirects to the new one",
  spec("2.1 stockpicks trade alerts markets"),
  async () => {
    for (const path of ["/trade-alerts", `/trade-alerts/${alert.canary}`]) {
      const response = await app.request(path);
      expect([response.status, response.headers.get("Location")]).toEqual([
        308,
        path.replace("alerts", "alert"),
      ]);
    }
  },
);
