import { ALERT_END } from "db/entities/trade-alert";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { daysAgo, insertSettledCall } from "tests/support/settled-calls";
import { beforeAll, describe, expect, it } from "vitest";
import { dayInWords } from "~/ui/charts/calendar";
import { formatTime } from "~/ui/dates";

/** A zone that is already in the next day for half of each UTC day. "Today" must be in this zone. */
const ZONE = "Pacific/Kiritimati";
const DAY = 86_400_000;

let premium: string;
const ids: Record<string, string> = {};

/** Midnight of today in the site's zone. */
let midnight: number;
const posted = (days: number) => new Date(midnight - days * DAY + 9 * 3_600_000);

setUpApp({ SITE_TZ: ZONE });

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  const [found] = await app.sql<{ at: number }>(
    `select extract(epoch from date_trunc('day', now() at time zone '${ZONE}') at time zone '${ZONE}')::int as at`,
  );
  midnight = (found?.at ?? 0) * 1000;
  const write = async (name: string, values: Record<string, unknown>) => {
    const prices = { current_price: "105", daily_change: "0.93", stop_loss: "98", target_price: "120" };
    ids[name] = await insertRecord(database, "trade_alerts", { name, ticker: name, ...prices, ...values });
  };
  // Newest first: ended soon, open, ended long ago, open for long, without a countable period.
  await write("Quick", { created_at: posted(3), holding_period: "1 day" });
  await write("Fresh", { created_at: posted(4), holding_period: "2 weeks" });
  await write("Gone", { created_at: posted(60), holding_period: "2 weeks" });
  await write("Long", { created_at: posted(90), holding_period: "1 year", updated_at: posted(70) });
  await write("Vague", { created_at: posted(100), holding_period: "until earnings" });
});

const textOf = async (path: string, cookies = premium) => (await app.request(path, { cookies })).text();
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "no main";
const wordsOf = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");

const order = (html: string) =>
  [...html.matchAll(/<h3><a href="\/trade-alert\/([0-9a-f-]{36})"/g)].map(
    ([, id]) => Object.keys(ids).find((name) => ids[name] === id) ?? "?",
  );

const cardOf = (html: string, name: string) =>
  html
    .split("<article")
    .find((part) => part.includes(ids[name] ?? "none"))
    ?.split("</article>")[0] ?? "no card";

const LIVE = /\bNow\b|\btoday\b/;

describe("the alerts list for a paying reader", () => {
  it("has open calls first, then ended ones under their own heading, marked as ended", async () => {
    const html = mainOf(await textOf("/trade-alert"));
    expect(order(html)).toEqual(["Fresh", "Long", "Vague", "Quick", "Gone"]);
    const head = html.indexOf(">Closed calls</h2>");
    expect(head).toBeGreaterThan(html.indexOf(ids.Vague ?? ""));
    expect(head).toBeLessThan(html.indexOf(ids.Quick ?? ""));
    const ends = formatTime(posted(60).getTime() + 14 * DAY, "short-date", ZONE);
    expect(wordsOf(cardOf(html, "Gone"))).toContain(`Ended ${ends}`);
    expect(wordsOf(cardOf(html, "Gone"))).toContain("Hold for 2 weeks; this period is over.");
    for (const name of ["Fresh", "Long", "Vague"]) expect(cardOf(html, name)).not.toContain("Ended");
  });

  it("shows no ended call as live", async () => {
    const html = mainOf(await textOf("/trade-alert"));
    for (const name of ["Quick", "Gone"]) {
      expect(wordsOf(cardOf(html, name))).not.toMatch(LIVE);
      expect(cardOf(html, name)).not.toContain("ladder-svg");
      expect(cardOf(html, name)).toContain("tag--quiet");
    }
    expect(wordsOf(cardOf(html, "Fresh"))).toContain("Now 105.00");
    expect(cardOf(html, "Fresh")).toContain("ladder-svg");
  });

  it("shows the day of an open call's price if it is not from today", async () => {
    const html = mainOf(await textOf("/trade-alert"));
    expect(wordsOf(cardOf(html, "Long"))).not.toMatch(LIVE);
    expect(wordsOf(cardOf(html, "Long"))).toContain(
      `105.00 on ${formatTime(posted(70), "short-date", ZONE)}`,
    );
    const page = wordsOf(mainOf(await textOf(`/trade-alert/${ids.Long}`)));
    expect(page).not.toMatch(LIVE);
    expect(page).toContain(`Up +0.93% on ${formatTime(posted(70), "day", ZONE)}`);
  });

  it("uses the site's zone for today", async () => {
    for (const [shift, word] of [
      [-1000, "on"],
      [0, "today"],
    ] as const) {
      const at = new Date(midnight + shift);
      const id = await insertRecord(database, "trade_alerts", {
        current_price: "5",
        daily_change: "1",
        holding_period: "1 year",
        created_at: posted(80),
        updated_at: at,
      });
      const expected = word === "today" ? "Up +1.00% today" : `Up +1.00% on ${formatTime(at, "day", ZONE)}`;
      expect(wordsOf(mainOf(await textOf(`/trade-alert/${id}`)))).toContain(expected);
      await app.sql("delete from trade_alerts where id = ?", [id]);
    }
  });

  it("has twelve calls per page, in one order over all pages", async () => {
    for (let count = 1; count <= 10; count++)
      await insertRecord(database, "trade_alerts", { name: "Filler", created_at: posted(1) });
    const first = mainOf(await textOf("/trade-alert?filled"));
    expect(order(first)).toHaveLength(12);
    expect(order(first).slice(-2)).toEqual(["Fresh", "Long"]);
    expect(first).not.toContain("Closed calls");
    const second = mainOf(await textOf("/trade-alert?page=2&filled"));
    expect(order(second)).toEqual(["Vague", "Quick", "Gone"]);
    await app.sql("delete from trade_alerts where name = 'Filler'");
  });
});

describe("the home page", () => {
  it("shows open calls before ended ones, which are marked", async () => {
    await app.sql("update trade_alerts set holding_period = '1 day' where name = 'Vague'");
    const html = mainOf(await textOf("/?home"));
    expect(order(html)).toEqual(["Fresh", "Long", "Quick"]);
    expect(wordsOf(cardOf(html, "Quick"))).toContain("Ended");
    expect(wordsOf(cardOf(html, "Quick"))).not.toMatch(LIVE);
    await app.sql("update trade_alerts set holding_period = 'until earnings' where name = 'Vague'");
  });
});

describe("an ended call's page", () => {
  it("shows its end day and no current price", async () => {
    const html = mainOf(await textOf(`/trade-alert/${ids.Gone}`));
    const end = posted(60).getTime() + 14 * DAY;
    const words = wordsOf(html);
    expect(words).toContain(`Ended ${formatTime(end, "short-date", ZONE)}`);
    expect(words).toContain(`until ${formatTime(end, "date", ZONE)}`);
    expect(words).toContain("Days left Over");
    expect(words).not.toMatch(LIVE);
    expect(html).not.toContain("ladder-svg");
  });

  it("is marked as ended on its company's brief", async () => {
    const brief = await insertRecord(database, "daily_briefs", { ticker: "Quick", company_name: "Acme" });
    const words = wordsOf(mainOf(await textOf(`/daily-brief/${brief}`)));
    expect(words).toContain(`ended ${formatTime(posted(3).getTime() + DAY, "short-date", ZONE)}`);
    await app.sql("delete from daily_briefs");
  });
});

it("every page shows the settlement day of a settled call in the site's zone", async () => {
  const company = { name: "Stopped", ticker: "STPD" };
  const alert = await insertRecord(database, "trade_alerts", { ...company, holding_period: "1 year" });
  const pick = await insertRecord(database, "stock_picks", company);
  const call = { name: "Stopped", symbol: "STPD" };
  // Without an entry the call has no result, so pages show only its end.
  await insertSettledCall(2, { ...call, record_id: alert, entry_price: null });
  await insertSettledCall(2, { ...call, record_id: pick, kind: "pick" });
  const brief = await insertRecord(database, "daily_briefs", { ticker: "STPD", company_name: "Stopped" });
  const day = dayInWords(daysAgo(2), "short-date");
  for (const [path, expected] of [
    ["/trade-alert", `Ended ${day}`],
    [`/trade-alert/${alert}`, `Ended ${day}`],
    [`/trade-alert/${alert}`, "Days left Over"],
    ["/stock/STPD", `ended ${day}`],
    [`/daily-brief/${brief}`, `ended ${day}`],
    [`/daily-brief/${brief}`, `In Tenet , settled ${day}`],
  ] as const)
    expect([path, wordsOf(mainOf(await textOf(path)))]).toEqual([path, expect.stringContaining(expected)]);
  await app.sql("delete from daily_briefs; delete from stock_picks; truncate calls");
  await app.sql("delete from trade_alerts where id = ?", [alert]);
});

describe("a reader who has not paid", () => {
  it.each([
    "visitor",
    "basic",
    "lapsed",
  ] as const)("cannot see as %s which calls have ended", async (person) => {
    const cookies = await app.cookiesOf(person);
    const html = mainOf(await textOf("/trade-alert", cookies));
    expect(order(html)).toEqual(["Quick", "Fresh", "Gone", "Long", "Vague"]);
    expect(order(mainOf(await textOf("/", cookies)))).toEqual(["Quick", "Fresh", "Gone"]);
    const paths = ["/", "/trade-alert", "/_root.data", "/trade-alert.data", "/api/trade-alert"];
    for (const path of [...paths, `/trade-alert/${ids.Gone}`, `/trade-alert/${ids.Gone}.data`]) {
      const text = await textOf(path, cookies);
      expect([path, /Ended|ended"|endsAt|pricedAt"?,"?20|tag--quiet|which is over/.test(text)]).toEqual([
        path,
        false,
      ]);
    }
  });
});

it("the queries for both halves of a long alerts list use indexes", async () => {
  await app.sql(`insert into trade_alerts (ticker, name, tag, target_price, analysis, created_at)
    select 'MANY', 'Many', 'buy', 10, 'Why.', now() - n * interval '10 minutes' from generate_series(1, 20000) as n`);
  await app.sql("analyze trade_alerts");
  for (const [half, order] of [
    [
      `((${ALERT_END} >= date_trunc('day', now()) and settled_at is null) or ${ALERT_END} is null) is true`,
      "created_at desc, id desc",
    ],
    [
      `${ALERT_END} <= now() and (settled_at is not null or ${ALERT_END} < date_trunc('day', now()))`,
      `${ALERT_END} desc, id desc`,
    ],
  ]) {
    const plan = await app.sql<Record<string, string>>(
      `explain select id, name from trade_alerts where ${half} and status = 'published' order by ${order} limit 12`,
    );
    expect(JSON.stringify(plan)).not.toContain("Seq Scan");
  }
  await app.sql("delete from trade_alerts where name = 'Many'");
});
