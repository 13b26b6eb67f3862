import { em } from "db/orm.server";
import { formValuesIn } from "tests/support/form-values";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import type { StaffViewer } from "~/auth/viewer.server";
import { instrumentBySymbol } from "~/features/markets/instruments/instruments.queries.server";
import { mergeInstruments } from "~/features/markets/instruments/merge-instruments.server";
import { saveJumps } from "~/features/markets/instruments/price-jumps.queries.server";

setUpStaffApp();

// Calls are never deleted, so tests that create one use their own symbol.
beforeEach(() => database.rows("delete from instruments where symbol in ('SELF', 'FORMER', 'POUND')"));

const ALERT = { name: "A company", tag: "buy", targetPrice: 150, analysis: "Why.", currentPrice: 120 };
const createAlert = (ticker: string) => api("POST", "/api/trade-alert", { ...ALERT, ticker });

const instrument = (symbol: string, more = {}) =>
  insertRecord(database, "instruments", { symbol, name: `${symbol} Inc.`, ...more });

const price = (id: string, day: string, close: string) =>
  database.rows("insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'test')", [
    id,
    day,
    close,
  ]);

const FORM = { symbol: " meta ", name: "Meta Platforms", kind: "stock", exchange: "Nasdaq", currency: "usd" };

const stored = async (id: string) => {
  const [row] = await database.rows<Record<string, unknown>>(
    "select symbol, name, kind, exchange, currency, merged_into from instruments where id = ?",
    [id],
  );
  return row;
};

describe("the list of instruments", () => {
  it("shows each with its newest close and its number of records, without merged ones", async () => {
    const id = await instrument("LIST", { currency: "USD", exchange: "XETRA", kind: "etf" });
    await instrument("GONE", { merged_into: id });
    await price(id, "2026-03-02", "41.5");
    await price(id, "2026-03-03", "42.25");
    await createAlert("LIST");
    await createAlert("list");
    const csv = await html("/admin/instruments/export.csv?q=list");
    expect(csv).toContain(",LIST,LIST Inc.,ETF,XETRA,USD,42.25,2026-03-03,2,");
    expect(await html("/admin/instruments?q=GONE")).toContain("No instruments found.");
    expect(await html("/admin/market")).toContain('href="/admin/instruments"');
  });

  it("is only for staff who may edit markets", async () => {
    const id = await instrument("SAFE");
    for (const path of ["", "/new", `/${id}/edit`, `/${id}/merge`])
      expect((await get(`/admin/instruments${path}`, "editor")).status).toBe(403);
  });
});

describe("the form of an instrument", () => {
  it("adds an instrument with its symbol in capitals", async () => {
    const answer = await post("/admin/instruments/new", { ...FORM, symbol: " newly " });
    expect(answer.status).toBe(303);
    expect(await followRedirect(answer)).toContain("Instrument added successfully");
    const found = await instrumentBySymbol("NEWLY");
    expect(found).toMatchObject({ name: "Meta Platforms", exchange: "Nasdaq", currency: "USD" });
  });

  it("refuses another instrument's symbol", async () => {
    await instrument("TAKEN");
    const answer = await post("/admin/instruments/new", { ...FORM, symbol: "taken" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Another instrument has this symbol.");
  });

  it("renames an instrument whose former symbol still leads there", async () => {
    const id = await instrument("FB");
    await post(`/admin/instruments/${id}/edit`, FORM);
    expect(await stored(id)).toMatchObject({ symbol: "META" });
    expect((await instrumentBySymbol("FB"))?.id).toBe(id);
    await createAlert("FB");
    const [alert] = await database.rows("select instrument_id from trade_alerts where ticker = 'FB'");
    expect(alert).toEqual({ instrument_id: id });
    // And back: each former symbol is stored once.
    await post(`/admin/instruments/${id}/edit`, { ...FORM, symbol: "FB" });
    await post(`/admin/instruments/${id}/edit`, FORM);
    const former = await database.rows("select symbol from instruments where merged_into = ? order by 1", [
      id,
    ]);
    expect(former).toEqual([{ symbol: "FB" }, { symbol: "META" }]);
    expect((await instrumentBySymbol("META"))?.id).toBe(id);
  });
});

describe("deleting an instrument", () => {
  it("deletes its prices too", async () => {
    const id = await instrument("IDLE");
    await price(id, "2026-03-02", "41.5");
    const answer = await post(`/admin/instruments?delete=${id}`, {});
    expect(await followRedirect(answer)).toContain("Instrument deleted successfully");
    expect(await stored(id)).toBeUndefined();
  });

  it("is refused if a record names it", async () => {
    await createAlert("USED");
    const id = (await instrumentBySymbol("USED"))?.id ?? "";
    const answer = await post(`/admin/instruments?delete=${id}`, {});
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("Nothing was deleted: records, calls");
    expect(await stored(id)).toMatchObject({ symbol: "USED" });
  });
});

describe("merging two instruments", () => {
  it("asks for confirmation, then moves all data to the other one", async () => {
    const into = await instrument("AAPL");
    const id = await instrument("APPL", { currency: "USD" });
    await createAlert("APPL");
    await price(id, "2026-03-02", "41.75");
    const reply = await post(`/admin/instruments/${id}/merge`, { into: " aapl " });
    expect(reply.headers.get("Location")).toBe(`/admin/instruments/${id}/merge?into=AAPL`);
    expect(await stored(id)).toMatchObject({ merged_into: null });
    const question = await html(`/admin/instruments/${id}/merge?into=AAPL`);
    expect(question).toContain("Merge APPL into AAPL?");
    expect(question).toContain(": 1 record, its calls");
    const answer = await post(`/admin/instruments/${id}/merge`, { into: "AAPL", confirmed: "yes" });
    expect(await followRedirect(answer)).toContain("Instruments merged successfully");
    expect(await stored(id)).toMatchObject({ merged_into: into });
    expect(await stored(into)).toMatchObject({ currency: "USD" });
    for (const [table, where] of [
      ["trade_alerts", "ticker = 'APPL'"],
      ["calls", "symbol = 'APPL'"],
      ["daily_prices", "close = 41.75"],
    ])
      expect(await database.rows(`select instrument_id from ${table} where ${where}`)).toEqual([
        { instrument_id: into },
      ]);
    const changes = await database.rows("select record_title, detail from changes where action = 'merged'");
    expect(changes).toEqual([{ record_title: "APPL", detail: { to: "AAPL" } }]);
    expect((await get(`/admin/instruments/${id}/edit`)).status).toBe(404);
    expect((await post(`/admin/instruments/${id}/merge`, { into: "AAPL" })).status).toBe(404);
  });

  it("warns about conflicting splits and prices", async () => {
    const [into, id] = [await instrument("HIST"), await instrument("HISU")];
    await price(into, "2026-03-02", "41.75");
    await price(id, "2026-03-02", "4175");
    const split = "insert into splits (instrument_id, day, ratio) values (?, ?, ?)";
    await database.rows(split, [into, "2026-03-04", "4"]);
    await database.rows(split, [id, "2026-03-03", "4"]);
    const question = await html(`/admin/instruments/${id}/merge?into=HIST`);
    expect(question).toContain(
      "HISU has a split of 4 on 2026-03-03 and HIST one of 4 on 2026-03-04: after the merge, both count.",
    );
    expect(question).toContain(
      "HISU’s last close of 4,175.00 is a hundred times HIST’s last close, 41.75: is the decimal point in the right place?",
    );
  });

  it.each([
    ["", "Enter the symbol to merge into"],
    ["NOPE", "No instrument has the symbol NOPE"],
    ["self", "can’t be merged into itself"],
    ["FORMER", "can’t be merged into itself"],
    ["POUND", "POUND is priced in GBP, SELF in USD"],
  ])("refuses '%s' and shows the typed value again", async (into, message) => {
    const id = await instrument("SELF", { currency: "USD" });
    await instrument("FORMER", { merged_into: id });
    await instrument("POUND", { currency: "GBP" });
    const sent: Record<string, string>[] = [{ into }, { into, confirmed: "yes" }];
    for (const body of sent) {
      const answer = await post(`/admin/instruments/${id}/merge`, body);
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain(message);
      expect(page).toContain(`value="${into}"`);
    }
    expect(await html(`/admin/instruments/${id}/merge?into=${into}`)).not.toContain("alertdialog");
    expect(await stored(id)).toMatchObject({ merged_into: null });
  });

  it("is refused if one was merged in the meantime", async () => {
    const [id, into] = [await instrument("LATE"), await instrument("LATER")];
    await database.rows("update instruments set merged_into = ? where id = ?", [into, id]);
    for (const [from, target] of [
      [id, into],
      [into, id],
    ])
      await expect(mergeInstruments({} as StaffViewer, from ?? "", target ?? "")).rejects.toMatchObject({
        status: 409,
      });
  });

  it("waits for a concurrent save of its record without a deadlock", async () => {
    const [id, into] = [await instrument("HELD"), await instrument("HELDBY")];
    await createAlert("HELD");
    const isWaiting = () =>
      database.rows(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query ~ 'trade_alerts|merged_into'`,
      );
    let merging: Promise<Response> | undefined;
    try {
      await em().transactional(async (manager) => {
        await manager.execute("update trade_alerts set name = 'Saved' where ticker = 'HELD'");
        merging = post(`/admin/instruments/${id}/merge`, { into: "HELDBY", confirmed: "yes" });
        await expect.poll(isWaiting).not.toEqual([]);
        await saveJumps([{ instrumentId: id, day: "2026-03-02", before: "100", close: "10" }], manager);
      });
    } finally {
      await merging;
    }
    expect((await merging)?.status).toBe(303);
    expect(await database.rows("select name, instrument_id from trade_alerts where ticker = 'HELD'")).toEqual(
      [{ name: "Saved", instrument_id: into }],
    );
  });

  it("moves price jumps and their confirmations", async () => {
    const [id, into] = [await instrument("JMPD"), await instrument("JMPS")];
    for (const [of, day, close, by] of [
      [id, "2026-03-02", "10", "Staff"],
      [id, "2026-03-03", "20", null],
      [into, "2026-03-03", "30", null],
    ])
      await database.rows(
        `insert into price_jumps (instrument_id, day, before_close, close, confirmed_by, confirmed_at)
         values (?, ?, 100, ?, ?, case when ?::text is not null then now() end)`,
        [of, day, close, by, by],
      );
    await post(`/admin/instruments/${id}/merge`, { into: "JMPS", confirmed: "yes" });
    expect(
      await database.rows(
        "select instrument_id, close, confirmed_by as by from price_jumps where day in ('2026-03-02', '2026-03-03') and instrument_id in (?, ?) order by day",
        [id, into],
      ),
    ).toEqual([
      { instrument_id: into, close: "10", by: "Staff" },
      { instrument_id: into, close: "30", by: null },
    ]);
  });

  it("in both directions at once leaves one instrument", async () => {
    const ids = [await instrument("ONE"), await instrument("TWO")];
    const answers = await Promise.all(
      ["TWO", "ONE"].map((into, nth) =>
        post(`/admin/instruments/${ids[nth]}/merge`, { into, confirmed: "yes" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    const left = await database.rows(
      "select 1 from instruments where merged_into is null and symbol in ('ONE', 'TWO')",
    );
    expect(left).toHaveLength(1);
  });
});

describe("an instrument with a new currency", () => {
  const path = (id: string) => `/admin/instruments/${id}/edit`;
  const priced = async (days: number) => {
    const id = await insertRecord(database, "instruments", { name: "Diageo", currency: "GBX" });
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) select ?, date '2026-03-02' - back, 1992.5, 'import' from generate_series(0, ? - 1) as back",
      [id, days],
    );
    return id;
  };
  const relabel = async (id: string, currency: string, more: Record<string, string> = {}) => {
    const form = { ...formValuesIn(await html(path(id))), currency, ...more };
    const answer = await post(path(id), form);
    return [answer.status, answer.status === 422 ? (await answer.text()).replaceAll("<!-- -->", "") : ""];
  };

  it.each([
    [3, "GBP", "Its 3 daily prices (most recently 1,992.50 on 2026-03-02) were in GBX"],
    [1, "GBP", "If you save, they will be read as GBP; in GBP that is 19.925."],
    [3, "USD", "If you save, they will be read as USD. If they are in GBX, also import them again in USD."],
    [3, "", "If you save, their currency will be unknown."],
  ])("causes a warning with %i days of prices, now in %j", async (days, currency, words) => {
    const id = await priced(days);
    expect(await relabel(id, currency)).toEqual([422, expect.stringContaining(words)]);
    expect(await relabel(id, currency, { confirmed: "on" })).toEqual([303, ""]);
  });

  it("causes no warning without prices, or without an old currency", async () => {
    expect(await relabel(await insertRecord(database, "instruments", { currency: "GBX" }), "GBP")).toEqual([
      303,
      "",
    ]);
    const id = await priced(2);
    await database.rows("update instruments set currency = null where id = ?", [id]);
    expect(await relabel(id, "GBP")).toEqual([303, ""]);
  });
});
