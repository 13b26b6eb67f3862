import { HttpResponse } from "msw";
import { database } from "tests/support/own-database";
import { csv, KEY, provide, requestedSymbols, TEMPLATE } from "tests/support/price-provider";
import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { dailyPrices } from "~/features/markets/instruments/instruments.queries.server";
import { ALPHA_VANTAGE, GENERIC, polygon } from "./answers";
import { failures, figures, instrument, run, setUpSources, source, stateOf, stored } from "./provider";

setUpSources();

describe("a run", () => {
  it(
    "imports each instrument's prices, and identical prices change nothing",
    spec("beyond prices fetched sources staff"),
    async () => {
      for (const symbol of ["NVDA", "AAPL"]) await instrument(symbol);
      const id = await source();
      const seen: string[] = [];
      provide((_, { url }) => {
        seen.push(url);
        return csv(GENERIC);
      });
      expect(await run(id)).toBe(true);
      expect(requestedSymbols).toEqual(["AAPL", "NVDA"]);
      const query = new URLSearchParams({ key: KEY, from: "2025-12-09", to: "2026-01-08" });
      expect([...new URL(seen[0] ?? "").searchParams]).toEqual([...query]);
      expect(await stored()).toHaveLength(6);
      expect((await stored())[0]).toEqual({
        symbol: "AAPL",
        day: "2026-01-06",
        close: "100",
        source: "Feed",
      });
      expect(await figures(id)).toEqual({ written: 6, unchanged: 0, failed: 0 });

      expect(await run(id)).toBe(false);
      expect(await figures(id)).toEqual({ written: 0, unchanged: 6, failed: 0 });
      provide(() => csv(GENERIC.replace("102.5", "102.75")));
      expect(await run(id)).toBe(true);
      expect(await figures(id)).toEqual({ written: 2, unchanged: 4, failed: 0 });
      expect(await stored()).toContainEqual({
        symbol: "NVDA",
        day: "2026-01-07",
        close: "102.75",
        source: "Feed",
      });
    },
  );

  it.each([
    ["alpha-vantage", ALPHA_VANTAGE, 3],
    ["polygon", polygon(), 2],
  ])("imports prices from %s", async (kind, answer, days) => {
    await instrument("NVDA");
    const id = await source({ kind });
    provide(() => csv(answer));
    await run(id);
    expect(await figures(id)).toEqual({ written: days, unchanged: 0, failed: 0 });
  });

  it("requests instruments of a kind, or of a list under the source's names", async () => {
    await instrument("SPX", { kind: "index" });
    await instrument("NVDA");
    const renamed = await instrument("META");
    await instrument("FB", { merged_into: renamed });
    provide(() => csv(GENERIC));
    await run(await source({ scope: "kind", instrument_kind: "index" }));
    expect(requestedSymbols).toEqual(["SPX"]);
    requestedSymbols.length = 0;
    const listed = await source({ name: "Listed", url: TEMPLATE.replace("key={key}&", "") });
    await database.rows("update price_sources set scope = 'list', symbols = ? where id = ?", [
      "{SPX=I:SPX,FB,NONE}",
      listed,
    ]);
    await run(listed);
    expect(requestedSymbols).toEqual(["META", "I:SPX"]);
    expect(await failures()).toEqual([{ symbol: "NONE", reason: "No instrument has the symbol NONE" }]);
  });

  it("stores the requested days and the currency", async () => {
    const id = await instrument("NVDA");
    provide(() => csv(GENERIC));
    await run(await source({ lookback_days: 1, currency: "USD" }));
    expect((await stored()).map(({ day }) => day)).toEqual(["2026-01-07", "2026-01-08"]);
    expect(await database.rows("select currency from instruments where id = ?", [id])).toEqual([
      { currency: "USD" },
    ]);
  });

  it("stores no pence if the instrument got pounds during the request", async () => {
    await instrument("LLOY");
    provide(async () => {
      await database.rows("update instruments set currency = 'GBP'");
      return csv("date,close,currency\n2026-01-07,7250,GBp\n");
    });
    await run(await source());
    expect(await stored()).toEqual([]);
    expect(await failures()).toEqual([
      { symbol: "LLOY", reason: "LLOY is priced in GBP, but the source in GBX: one history can’t have both" },
    ]);
  });

  it("reports the lines that it leaves out", async () => {
    await instrument("NVDA");
    provide(() => csv("date,close\n2026-01-05,\n2026-01-06,NaN\n2026-01-07,5\n2026-01-08,x\n"));
    await run(await source());
    expect(await failures()).toEqual([
      {
        symbol: "NVDA",
        reason:
          "1 day taken. Left out: Line 2: 2026-01-05 has no price; Line 3: 2026-01-06 has no price; Line 5: close “x” is not a plain number such as 1234.50",
      },
    ]);
  });

  it("leaves a running day for a later run, since its close is not final", async () => {
    await instrument("NVDA");
    const id = await source();
    const closes = async () => (await stored()).map(({ day, close }) => `${day} ${close}`);
    provide(() => csv(GENERIC.replace("101.25", "99")));
    expect(await run(id, new Date("2026-01-08T23:59:00Z"))).toBe(true);
    expect(await closes()).toEqual(["2026-01-06 100", "2026-01-07 102.5"]);
    provide(() => csv(GENERIC));
    expect(await run(id)).toBe(true);
    expect(await closes()).toEqual(["2026-01-06 100", "2026-01-07 102.5", "2026-01-08 101.25"]);
  });

  it("stores prices as traded, so that a split changes no return", async () => {
    const id = await instrument("NVDA");
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, '2026-01-08', 2)", [id]);
    provide(() => csv("date,close\n2026-01-07,200\n2026-01-08,100\n"));
    const feed = await source();
    await run(feed);
    const closes = async (adjusted: boolean) =>
      (await dailyPrices(id, { from: "2026-01-07", to: "2026-01-08" }, { adjusted })).map(({ close }) =>
        Number(close),
      );
    expect(await closes(false)).toEqual([200, 100]);
    expect(await closes(true)).toEqual([100, 100]);
    await run(feed);
    expect(await closes(true)).toEqual([100, 100]);
  });
});

describe("prices that a source replaces", () => {
  const price = (id: string, day: string, from: string) =>
    database.rows("insert into daily_prices (instrument_id, day, close, source) values (?, ?, 1, ?)", [
      id,
      day,
      from,
    ]);

  it("are those of quotes, the demo and deleted sources, not those of staff or other sources", async () => {
    const id = await instrument("NVDA");
    const other = await source({ name: "Other", url: TEMPLATE.replace("key={key}&", "") });
    for (const [day, from] of Object.entries({
      "2026-01-04": "import",
      "2026-01-05": "Other",
      "2026-01-06": "quote",
      "2026-01-07": "demo",
      "2026-01-08": "A source that is gone",
    }))
      await price(id, day, from);
    const days = ["04", "05", "06", "07", "08"].map((day) => `2026-01-${day},50`).join("\n");
    provide(() => csv(`date,close\n${days}\n`));
    const feed = await source();
    await run(feed);
    expect((await stored()).map((row) => `${row.source} ${row.close}`)).toEqual([
      "import 1",
      "Other 1",
      "Feed 50",
      "Feed 50",
      "Feed 50",
    ]);
    expect(await figures(feed)).toEqual({ written: 3, unchanged: 2, failed: 0 });
    await database.rows("delete from price_sources where id = ?", [other]);
    await run(feed);
    expect(await figures(feed)).toEqual({ written: 1, unchanged: 4, failed: 0 });
  });
});

describe("an instrument that fails", () => {
  it("is reported with its reason, and the run continues", async () => {
    for (const symbol of ["AAPL", "EURO", "NVDA", "ZZZZ"]) await instrument(symbol);
    await database.rows("update instruments set currency = 'EUR' where symbol = 'EURO'");
    const id = await source({ currency: "USD" });
    provide((symbol) => {
      if (symbol === "NVDA") return csv("date,close\n2026-01-07,5\n2026-01-08,-5\n");
      return symbol === "AAPL" ? new HttpResponse(null, { status: 404 }) : csv(GENERIC);
    });
    await run(id);
    expect(requestedSymbols).toEqual(["AAPL", "NVDA", "ZZZZ"]);
    expect(await figures(id)).toEqual({ written: 4, unchanged: 0, failed: 2 });
    expect(await failures()).toEqual([
      { symbol: "AAPL", reason: "The source returned status 404" },
      { symbol: "EURO", reason: expect.stringContaining("EURO is priced in EUR, but the source in USD") },
      { symbol: "NVDA", reason: expect.stringContaining("close “-5” is not a price") },
    ]);
    const written = (await stored()).map(({ symbol, day }) => `${symbol} ${day}`);
    expect(written.filter((row) => !row.startsWith("ZZZZ"))).toEqual(["NVDA 2026-01-07"]);
    expect((await stateOf(id)).last_error).toMatch(/^EURO: /);

    provide(() => csv(GENERIC));
    await database.rows("update instruments set currency = null");
    await run(id);
    expect(await failures()).toEqual([]);
    expect((await stateOf(id)).last_error).toBeNull();
  });

  it("is written completely or not at all", async () => {
    await instrument("NVDA");
    const id = await source();
    provide(() => csv(GENERIC));
    await database.rows(`create function refuse_last() returns trigger language plpgsql as
      $$ begin if new.day = '2026-01-08' then raise exception 'no'; end if; return new; end $$`);
    await database.rows(
      "create trigger refuse_last before insert on daily_prices for each row execute function refuse_last()",
    );
    try {
      await run(id);
    } finally {
      await database.rows("drop trigger refuse_last on daily_prices");
      await database.rows("drop function refuse_last()");
    }
    expect(await stored()).toEqual([]);
    expect(await failures()).toEqual([{ symbol: "NVDA", reason: expect.stringContaining("Internal error") }]);
  });
});
