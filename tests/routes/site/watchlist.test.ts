import { openDatabase } from "tests/support/database";
import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { waitUntil } from "tests/support/server-process";
import type { Person } from "tests/support/test-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { carryMergedWatches } from "~/features/watchlist/carry-merged.server";

setUpApp();
const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

const COMPANIES = ["ALFA", "BRAV", "CHAR"] as const;

beforeEach(async () => {
  await database.rows("delete from watched_instruments; delete from member_marks; delete from trade_alerts");
  await database.rows(
    "delete from daily_briefs; delete from news; delete from quotes; delete from stock_picks",
  );
  for (const [index, symbol] of COMPANIES.entries())
    await insertRecord(database, "quotes", {
      category: "Stocks",
      name: `${symbol} Holdings`,
      symbol,
      last: String(100 + index),
      change_percent: "1.5",
      currency: "USD",
    });
});

const memberId = async (person: Person) =>
  (await database.rows<{ id: string }>("select id from members where email = ?", [`${person}@demo.test`]))[0]
    ?.id ?? "";

/** The symbols on a member's list, in its order. */
const watchedBy = async (person: Person) =>
  (
    await database.rows<{ symbol: string }>(
      `select symbol from watched_instruments w join instruments i on i.id = instrument_id
        where member_id = ? order by place desc`,
      [await memberId(person)],
    )
  ).map(({ symbol }) => symbol);

type Sent = { from?: string; accept?: string };

const send = async (
  path: string,
  body: Record<string, string>,
  person: Person,
  { from, accept }: Sent = {},
) =>
  app.request(path, {
    method: "POST",
    body,
    cookies: await cookiesOf(person),
    headers: { ...(from && { Referer: `${app.url}${from}` }), ...(accept && { Accept: accept }) },
  });
const mark = (body: Record<string, string>, person: Person = "basic", sent?: Sent) =>
  send("/watchlist/marks", body, person, sent);
const watch = (symbol: string, person: Person = "basic") => mark({ add: `company:${symbol}` }, person);

const page = async (path: string, person: Person = "basic") =>
  (await app.request(path, { cookies: await cookiesOf(person) })).text();

const instrumentId = async (symbol: string) =>
  (await database.rows<{ id: string }>("select id from instruments where symbol = ?", [symbol]))[0]?.id ?? "";

/** The star of a company: what pressing it does, and whether it is pressed. */
const starIn = (html: string, symbol: string) => {
  const [button = ""] = new RegExp(`<button[^>]*value="company:${symbol}"[^>]*>`).exec(html) ?? [];
  return [/name="([^"]*)"/.exec(button)?.[1], /aria-pressed="([^"]*)"/.exec(button)?.[1]];
};

describe("the star", () => {
  it("puts a company on the list and leads back to its page", async () => {
    const response = await mark({ add: "company:ALFA" }, "basic", { from: "/stock/ALFA?period=3m" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/stock/ALFA?period=3m"]);
    expect(await watchedBy("basic")).toEqual(["ALFA"]);
  });

  it("shows each member their own state on a page that many readers share", async () => {
    await watch("ALFA");
    for (let visit = 0; visit < 2; visit += 1) {
      expect(starIn(await page("/stock/ALFA"), "ALFA")).toEqual(["remove", "true"]);
      expect(starIn(await page("/stock/ALFA", "lapsed"), "ALFA")).toEqual(["add", "false"]);
      expect(starIn(await page("/stock/ALFA", "visitor"), "ALFA")).toEqual(["add", "false"]);
    }
    expect(starIn(await page("/market?category=Stocks"), "ALFA")).toEqual(["remove", "true"]);
    expect(starIn(await page("/market?category=Stocks"), "BRAV")).toEqual(["add", "false"]);
  });

  it("is no part of the name of its row in a table", async () => {
    await insertRecord(database, "stock_picks", { ticker: "ALFA", name: "ALFA Holdings" });
    for (const path of ["/market?category=Stocks", "/stock-picks", "/"]) {
      const [, row = ""] =
        /<th scope="row"([^>]*)><form class="mark-form"/.exec(await page(path, "private")) ?? [];
      expect([path, row]).toEqual([path, expect.stringMatching(/aria-label="\w+ Holdings"/)]);
    }
  });

  it("pressed twice or in two tabs has one effect", async () => {
    await Promise.all([watch("ALFA"), watch("ALFA"), watch("BRAV")]);
    expect((await watchedBy("basic")).toSorted()).toEqual(["ALFA", "BRAV"]);
    await Promise.all([mark({ remove: "company:ALFA" }), mark({ remove: "company:ALFA" })]);
    expect(await watchedBy("basic")).toEqual(["BRAV"]);
  });

  it("without a sign-in leads to the sign-in and back, and writes nothing", async () => {
    const response = await mark({ add: "company:ALFA" }, "visitor", { from: "/stock/ALFA" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/login?next=%2Fstock%2FALFA"]);
    const script = await mark({ add: "company:ALFA" }, "visitor", { accept: "application/json" });
    expect(script.status).toBe(401);
    expect(await database.rows("select 1 from watched_instruments")).toEqual([]);
  });

  it("answers script without a page", async () => {
    expect((await mark({ add: "company:ALFA" }, "basic", { accept: "application/json" })).status).toBe(204);
    const refused = await mark({ add: "company:NONE" }, "basic", { accept: "application/json" });
    expect([refused.status, await refused.json()]).toEqual([
      404,
      { message: "Company not found. Check the symbol." },
    ]);
  });

  it.each([
    {},
    { add: "" },
    { add: "company:" },
    { add: "company:\0" },
    { add: "author:ALFA" },
    { add: `company:${"A".repeat(401)}` },
    { add: "company:' or 1=1 --" },
    { remove: "company:NONE" },
  ] as Record<string, string>[])("sent as %j changes no list and answers with the page", async (body) => {
    expect((await mark(body)).status).toBe(303);
    expect(await watchedBy("basic")).toEqual([]);
  });

  it("from another site is refused", async () => {
    const response = await app.request("/watchlist/marks", {
      method: "POST",
      body: { add: "company:ALFA" },
      cookies: await cookiesOf("basic"),
      headers: { Origin: "https://evil.test" },
    });
    expect(response.status).toBe(403);
    expect(await watchedBy("basic")).toEqual([]);
  });

  it("is refused for a company that only a call names, except to readers of the call", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "SECR", name: "Secret plc", audience: "private" });
    for (const person of ["basic", "premium", "lapsed"] as const)
      expect((await mark({ add: "company:SECR" }, person, { accept: "application/json" })).status).toBe(404);
    expect((await mark({ add: "company:SECR" }, "private", { accept: "application/json" })).status).toBe(204);
    expect(starIn(await page("/trade-alert", "private"), "SECR")).toEqual(["remove", "true"]);
    expect(await page("/trade-alert", "premium")).not.toContain("SECR");
  });
});

describe("the watchlist", () => {
  it("sends visitors to the sign-in and then back", async () => {
    const response = await app.request("/watchlist");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/login?next=%2Fwatchlist"]);
  });

  it("without a company says so", async () => {
    expect(await page("/watchlist")).toContain("You do not watch any companies yet.");
  });

  it("has each company's price, its change and our newest text on it, the last added first", async () => {
    await insertRecord(database, "daily_briefs", {
      ticker: "ALFA",
      company_name: "ALFA",
      headline: "Alfa is cheap",
    });
    await insertRecord(database, "news", { title: "CHAR Holdings doubles its dividend" });
    for (const symbol of COMPANIES) await watch(symbol);
    const html = await page("/watchlist", "basic");
    expect([...html.matchAll(/watched-name"><a href="\/stock\/(\w+)"/g)].map(([, symbol]) => symbol)).toEqual(
      ["CHAR", "BRAV", "ALFA"],
    );
    expect(html).toContain("CHAR Holdings doubles its dividend");
    expect(html).toContain("Locked: ");
    expect(html).toContain("Alfa is cheap");
    expect(html).toContain("+1.50%");
    await database.rows(
      "insert into watched_instruments (member_id, instrument_id, place) select ?, instrument_id, place from watched_instruments",
      [await memberId("premium")],
    );
    expect(await page("/watchlist", "premium")).not.toContain("Locked: ");
  });

  it("shows alerts and picks to those who may read them only, after a lapse too", async () => {
    await insertRecord(database, "trade_alerts", { ticker: "ALFA", name: "ALFA Holdings" });
    await insertRecord(database, "trade_alerts", { ticker: "ONLY", name: "Only in an alert" });
    for (const person of ["premium", "lapsed"] as const)
      await database.rows(
        `insert into watched_instruments (member_id, instrument_id, place)
         select ?, id, 1 from instruments where symbol in ('ALFA', 'ONLY')`,
        [await memberId(person)],
      );
    const reads = await page("/watchlist", "premium");
    expect(reads).toContain("/trade-alert/");
    expect(reads).toContain("Only in an alert");
    const lapsed = await page("/watchlist", "lapsed");
    expect(lapsed).not.toMatch(/href="\/trade-alert\/[0-9a-f]/);
    expect(lapsed).not.toContain("Only in an alert");
    expect(lapsed).toContain("A company not included in your plan");
    expect(lapsed).toMatch(/aria-label="Remove company [12]"/);
  });

  it("takes a company by its typed symbol", async () => {
    const response = await send("/watchlist", { symbol: " alfa " }, "basic");
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/watchlist"]);
    expect(await watchedBy("basic")).toEqual(["ALFA"]);
  });

  it.each([
    "ALFFA",
    "<script>",
    "\0",
    "A".repeat(500),
    "",
  ])("keeps the typed symbol %j that no company has, with a message at the field", async (symbol) => {
    const html = await (await send("/watchlist", { symbol }, "basic")).text();
    expect(html).toMatch(/<input[^>]*aria-describedby="symbol-error"[^>]*aria-invalid="true"/);
    expect(html).toMatch(/id="symbol-error">.*?Company not found\. Check the symbol\./s);
    if (symbol === "ALFFA") expect(html).toMatch(/<input[^>]*value="ALFFA"/);
    expect(await watchedBy("basic")).toEqual([]);
  });

  it("takes no company without a sign-in", async () => {
    const response = await send("/watchlist", { symbol: "ALFA" }, "visitor");
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/login?next=%2Fwatchlist"]);
  });

  it("moves an entry up and to the top, and removes it", async () => {
    for (const symbol of COMPANIES) await watch(symbol);
    const change = async (symbol: string, to: string) =>
      send("/watchlist/entries", { entry: await instrumentId(symbol), change: to, page: "1" }, "basic");
    await change("ALFA", "up");
    expect(await watchedBy("basic")).toEqual(["CHAR", "ALFA", "BRAV"]);
    await change("BRAV", "top");
    expect(await watchedBy("basic")).toEqual(["BRAV", "CHAR", "ALFA"]);
    await change("BRAV", "up");
    expect(await watchedBy("basic")).toEqual(["BRAV", "CHAR", "ALFA"]);
    expect((await change("CHAR", "remove")).headers.get("Location")).toBe("/watchlist");
    expect(await watchedBy("basic")).toEqual(["BRAV", "ALFA"]);
  });

  it.each([
    { entry: "no id", change: "remove" },
    { entry: "00000000-0000-4000-8000-000000000000", change: "remove" },
    { entry: "00000000-0000-4000-8000-000000000000", change: "sideways" },
    { entry: "00000000-0000-4000-8000-000000000000", change: "up", page: "-7" },
    {},
  ] as Record<string, string>[])("a change sent as %j changes nothing", async (body) => {
    await watch("ALFA");
    expect((await send("/watchlist/entries", body, "basic")).status).toBe(303);
    expect(await watchedBy("basic")).toEqual(["ALFA"]);
  });

  it("cannot be changed by another member", async () => {
    await watch("ALFA");
    await send("/watchlist/entries", { entry: await instrumentId("ALFA"), change: "remove" }, "premium");
    expect(await watchedBy("basic")).toEqual(["ALFA"]);
  });

  it("holds 10,000 companies in pages, and no more", async () => {
    await database.rows(
      "insert into instruments (symbol, name) select 'N' || n, 'Number ' || n from generate_series(1, 10000) as n",
    );
    await database.rows(
      `insert into watched_instruments (member_id, instrument_id, place)
       select ?, id, substr(symbol, 2)::int from instruments where symbol ~ '^N[0-9]+$'`,
      [await memberId("private")],
    );
    expect(await page("/watchlist", "private")).toContain("1 to 50 of 10,000");
    expect(await page("/watchlist?page=200", "private")).toContain("9,951 to 10,000 of 10,000");
    expect(await page("/watchlist?page=201", "private")).toContain("There is no page 201.");
    const refused = await mark({ add: "company:ALFA" }, "private", { accept: "application/json" });
    expect([refused.status, (await refused.json()).message]).toEqual([
      422,
      "Your watchlist is full: it has 10,000 companies. Remove one to add another.",
    ]);
    await database.rows(
      "update watched_instruments set instrument_id = ? where instrument_id = (select id from instruments where symbol = 'N1')",
      [await instrumentId("ALFA")],
    );
    const again = await mark({ add: "company:ALFA" }, "private", { accept: "application/json" });
    expect(again.status).toBe(204);
  });

  it("loses a company that is deleted", async () => {
    for (const symbol of COMPANIES) await watch(symbol);
    await database.rows("delete from quotes");
    await database.rows("delete from instruments where symbol = 'ALFA'");
    expect(await watchedBy("basic")).toEqual(["CHAR", "BRAV"]);
  });
});

describe("a company that was merged into another", () => {
  const merge = async (symbol: string, into: string, rows = database.rows) =>
    rows("update instruments set merged_into = ? where symbol = ?", [await instrumentId(into), symbol]);
  afterEach(() => database.rows("delete from quotes; delete from instruments where merged_into is not null"));
  const namesOn = (html: string) =>
    [...html.matchAll(/watched-name"><a href="\/stock\/(\w+)"/g)].map(([, symbol]) => symbol);

  it("appears as the other at once, and once although both were watched", async () => {
    for (const symbol of COMPANIES) await watch(symbol);
    for (const symbol of ["ALFA", "BRAV"]) await watch(symbol, "premium");
    for (const symbol of ["ALFA", "BRAV"]) await merge(symbol, "CHAR");
    for (const person of ["basic", "premium"] as const) {
      const html = await page("/watchlist", person);
      expect(namesOn(html)).toEqual(["CHAR"]);
      expect(html).toContain("1 company");
      expect(starIn(await page("/stock/CHAR", person), "CHAR")).toEqual(["remove", "true"]);
    }
    expect(await carryMergedWatches()).toBe(4);
    expect(await carryMergedWatches()).toBe(0);
    for (const person of ["basic", "premium"] as const) expect(await watchedBy(person)).toEqual(["CHAR"]);
  });

  it("keeps its place, and is moved and removed as the other", async () => {
    for (const symbol of ["BRAV", "ALFA"]) await watch(symbol);
    const former = await instrumentId("BRAV");
    await merge("BRAV", "CHAR");
    expect(namesOn(await page("/watchlist"))).toEqual(["ALFA", "CHAR"]);
    await send("/watchlist/entries", { entry: former, change: "top" }, "basic");
    expect(await watchedBy("basic")).toEqual(["CHAR", "ALFA"]);
    expect((await mark({ remove: "company:BRAV" })).status).toBe(303);
    expect(await watchedBy("basic")).toEqual(["ALFA"]);
  });

  it("while a member begins to watch it leaves the other on the list", async () => {
    const other = openDatabase(app.databaseUrl);
    await other.rows("begin; select 1 from instruments where symbol = 'BRAV' for update");
    const watching = watch("BRAV");
    await waitUntil(async () => {
      const waiting = await database.rows(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.length > 0;
    });
    await merge("BRAV", "CHAR", other.rows);
    await other.rows("commit");
    await other.close();
    expect((await watching).status).toBe(303);
    expect(await watchedBy("basic")).toEqual(["CHAR"]);
  });
});
