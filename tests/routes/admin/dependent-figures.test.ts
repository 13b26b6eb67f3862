import { formValuesIn } from "tests/support/form-values";
import { applyTicked, comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";

/**
 * Figures of one record of which two make the third, at each door: the one that was not sent follows, and of
 * those that were sent and
 * disagree it is asked, or told.
 */

setUpStaffApp();

afterEach(() =>
  database.rows(
    "truncate quotes, movers, stock_picks, trade_alerts, instruments, daily_prices, splits, changes, paste_columns cascade",
  ),
);

type Row = Record<string, string | null>;

const rowOf = async (table: string, id: string, columns: readonly string[]): Promise<Row> => {
  const wanted = columns.map((column) => `trim_scale(${column})::text as ${column}`).join(", ");
  const [row] = await database.rows<Row>(`select ${wanted} from ${table} where id = ?`, [id]);
  return row ?? {};
};

type Door = (sent: Record<string, string>) => Promise<string>;

/** The doors of one record: each writes what is sent, and answers with what it says. */
function doorsOf(
  kind: { path: string; api: string; key: string; labels: Record<string, string> },
  id: string,
) {
  const { path, api: address, key, labels } = kind;
  const byForm: Door = async (sent) => {
    const form = `${path}/${id}/edit`;
    const answer = await post(form, { ...formValuesIn(await html(form)), ...sent });
    return answer.status === 303 ? followRedirect(answer) : `asked: ${await answer.text()}`;
  };
  const byRow: Door = async (sent) => {
    const answer = await post(`${path}?inline=on&save=${id}`, { version: "1", ...sent });
    return answer.status === 303 ? followRedirect(answer) : `asked: ${await answer.text()}`;
  };
  const byPaste: Door = async (sent) => {
    const columns = Object.keys(sent);
    const text = [
      [labels.key, ...columns.map((name) => labels[name])].join("\t"),
      [key, ...columns.map((name) => sent[name])].join("\t"),
    ].join("\n");
    const page = await comparePaste(`${path}/paste`, text);
    await applyTicked(`${path}/paste`, text);
    return page.includes('name="tick"') ? `asked: ${page}` : page;
  };
  const byApi: Door = async (sent) => {
    const { body } = await api("PUT", `${address}/${id}`, sent);
    return `warned: ${JSON.stringify(body.warnings ?? {})}`;
  };
  return { byForm, byRow, byPaste, byApi };
}

const MOVER = {
  path: "/admin/market-movers",
  api: "/api/market-movers/admin",
  key: "Vertiv",
  labels: { key: "Name", last: "Last", changePercent: "Change %", volume: "Volume" },
};
const moverOf = (values: object) =>
  insertRecord(database, "movers", { name: "Vertiv", last: "104", change_percent: "4", ...values });

describe("a mover's change", () => {
  it.each(["byForm", "byRow", "byPaste", "byApi"] as const)("follows its price: %s", async (door) => {
    const id = await moverOf({});
    const said = await doorsOf(MOVER, id)[door]({ last: "106" });
    expect(await rowOf("movers", id, ["last", "change_percent"])).toEqual({
      last: "106",
      change_percent: "6",
    });
    expect(said).toContain("Change % is set to +6.00 to fit.");
    expect(said).not.toMatch(/^asked/);
  });

  it.each(["byForm", "byPaste", "byApi"] as const)("that does not fit is asked about: %s", async (door) => {
    const id = await moverOf({});
    const said = await doorsOf(MOVER, id)[door]({ last: "106", changePercent: "-2" });
    expect(said).toMatch(/^(asked|warned)/);
    expect(said).toContain(
      "Change % −2.00 does not fit Last 106.00: from the close before it would be +6.00%",
    );
  });

  it.each([
    "byPaste",
    "byApi",
  ] as const)("of before that is sent once more is asked about: %s", async (door) => {
    const id = await moverOf({});
    expect(await doorsOf(MOVER, id)[door]({ last: "106", changePercent: "4" })).toContain(
      "from the close before it would be +6.00%",
    );
  });

  it("falls for losers, whatever sign was typed, and one that rises is none", async () => {
    const id = await moverOf({ mover_type: "losers", last: "96", change_percent: "4" });
    await doorsOf(MOVER, id).byApi({ last: "95" });
    expect(await rowOf("movers", id, ["change_percent"])).toEqual({ change_percent: "-5" });
    expect(await doorsOf(MOVER, id).byApi({ last: "101" })).toContain("losers are shown negative");
  });

  it("is measured by the last price of the days before, and of an old one nobody knows", async () => {
    const yesterday = await moverOf({ name: "One", updated_at: new Date(Date.now() - 86_400_000) });
    await doorsOf({ ...MOVER, key: "One" }, yesterday).byForm({ last: "105.04" });
    expect(await rowOf("movers", yesterday, ["change_percent"])).toEqual({ change_percent: "1" });
    const old = await moverOf({ name: "Two", updated_at: new Date(Date.now() - 30 * 86_400_000) });
    expect(await doorsOf({ ...MOVER, key: "Two" }, old).byForm({ last: "106" })).toMatch(
      /^asked.*it is that of the price before/s,
    );
  });
});

const YESTERDAY = new Date(Date.now() - 86_400_000);

describe("a mover in its list", () => {
  const FALL = "is a fall, and this is the list of gainers";
  it.each([
    [
      { mover_type: "losers" },
      { moverType: "gainers" },
      "Change % was −4.00: in this list the same figure is +4.00",
    ],
    [
      { mover_type: "losers" },
      { moverType: "mostactive" },
      "Change % was −4.00: in this list the same figure is +4.00",
    ],
    [{}, { moverType: "losers" }, "Change % was +4.00: in this list the same figure is −4.00"],
    [{ mover_type: "losers", change_percent: "-4" }, { moverType: "gainers" }, `Change % −4.00 ${FALL}`],
    [{}, { changePercent: "-3" }, `Change % −3.00 ${FALL}`],
    [{}, { last: "99" }, `Change % −4.81 ${FALL}`],
    [{ mover_type: "losers", change_percent: "-4" }, { moverType: "mostactive" }, undefined],
    [{ mover_type: "losers", change_percent: "-4" }, { changePercent: "4" }, undefined],
    [{ change_percent: "-4" }, { volume: "5" }, undefined],
    [{ mover_type: "mostactive" }, { changePercent: "-3" }, undefined],
  ] as const)("that was %j is asked about where %j says the opposite: %s", async (was, sent, words) => {
    for (const door of ["byForm", "byApi"] as const) {
      const id = await moverOf({ ...was, created_at: YESTERDAY, updated_at: YESTERDAY });
      const said = await doorsOf(MOVER, id)[door]({ ...sent } as Record<string, string>);
      if (words) expect(said).toContain(words);
      else expect(said).toMatch(door === "byForm" ? /^(?!asked)/ : /^warned: {}/);
    }
  });

  it("also needs confirmation in a new record", async () => {
    const { body } = await api("POST", "/api/market-movers/admin", {
      name: "New",
      last: 10,
      changePercent: -4,
    });
    expect(body.warnings).toEqual({ changePercent: `Change % −4.00 ${FALL}` });
    const text = "Name\tLast\tChange %\tList\nNewer\t10\t-4\tGainers";
    expect(await comparePaste("/admin/market-movers/paste", text)).toContain(FALL);
  });
});

describe("a change that no price above nought can have", () => {
  const NEVER = "no price above 0 falls by 100% or more";
  it.each(["byForm", "byRow", "byPaste", "byApi"] as const)("is asked about: %s", async (door) => {
    const quote = await quoteOf({ created_at: YESTERDAY, updated_at: YESTERDAY });
    expect(await doorsOf(QUOTE, quote)[door]({ changePercent: "-150" })).toContain(
      `Change % −150.00: ${NEVER}`,
    );
    const mover = await moverOf({ mover_type: "losers", created_at: YESTERDAY, updated_at: YESTERDAY });
    expect(await doorsOf(MOVER, mover)[door]({ changePercent: "100" })).toContain(
      `Change % −100.00: ${NEVER}`,
    );
  });

  it.each(["byForm", "byPaste", "byApi"] as const)("of a quote is named as it is: %s", async (door) => {
    const said = await doorsOf(QUOTE, await quoteOf())[door]({ change: "184.48" });
    expect(said).toContain("Change +184.48 of Last 184.48: the close before would not be above 0");
    expect(said).not.toContain("does not fit the new Last");
  });

  it("needs confirmation in alerts and new quotes", async () => {
    const alert = { ticker: "VRT", name: "Vertiv", current_price: "104", target_price: "130" };
    const id = await insertRecord(database, "trade_alerts", alert);
    for (const door of ["byForm", "byApi"] as const)
      expect(await doorsOf(ALERT, id)[door]({ dailyChange: "-100" })).toContain(
        `Daily change −100.00: ${NEVER}`,
      );
    const added = { name: "New", category: "Stocks", last: 10 };
    for (const [more, words] of [
      [{ changePercent: -100 }, { changePercent: expect.stringContaining(NEVER) }],
      [{ change: 10 }, { change: expect.stringContaining("would not be above 0") }],
      [{ change: 0, changePercent: 5 }, { changePercent: expect.stringContaining("it would be 0.00%") }],
      [{ change: 1, changePercent: 0 }, { changePercent: expect.stringContaining("it would be +11.11%") }],
      [{ change: 0, changePercent: 0 }, undefined],
      [{ change: 0.001, changePercent: 0 }, undefined],
    ] as const)
      expect((await api("POST", "/api/markets", { ...added, ...more })).body.warnings).toEqual(words);
  });

  it("leaves an alert without a price none, and says why", async () => {
    const alert = {
      ticker: "VRT",
      name: "Vertiv",
      current_price: "104",
      daily_change: "4",
      target_price: "130",
    };
    const id = await insertRecord(database, "trade_alerts", alert);
    const said = await doorsOf(ALERT, id).byApi({ currentPrice: null } as never);
    expect(said).toContain("Daily change is emptied: without a Current price there is none.");
  });
});

const PICK = {
  path: "/admin/stock-picks",
  api: "/api/stock-picks",
  key: "VRT",
  labels: {
    ...{ key: "Ticker", currentPrice: "Current price", wks52High: "52-week high", wks52Low: "52-week low" },
    margin52WksHigh: "Margin to the 52-week high",
  },
};
const pickOf = (values: object = {}) =>
  insertRecord(database, "stock_picks", {
    ...{ ticker: "VRT", name: "Vertiv", current_price: "90", week_52_high: "100", week_52_low: "60" },
    ...{ margin_52_week_high: "-10", change_margin_52_week_low: "50", ...values },
  });
const MARGINS = ["margin_52_week_high", "change_margin_52_week_low"] as const;

describe("a mover that is sent whole", () => {
  it.each([
    [{ last: "105", changePercent: "5.1" }, undefined],
    [{ last: "108", changePercent: "6" }, undefined],
    [{ last: "105", changePercent: "0" }, undefined],
    [{ changePercent: "40" }, "would be +4.00%"],
    [{ changePercent: "-4" }, "would be +4.00%"],
    [{ last: "107", changePercent: "0.7" }, "would be +7.00%"],
    [{ name: "Else", last: "50" }, "it is that of the price before"],
  ])("as %j is asked about where that is hardly meant: %s", async (sent, words) => {
    const said = await doorsOf(MOVER, await moverOf({})).byForm(sent as Record<string, string>);
    if (words) expect(said).toContain(words);
    else expect(said).not.toMatch(/^asked/);
  });
});

describe("a pick's margins", () => {
  it.each(["byForm", "byRow", "byPaste", "byApi"] as const)("follow its price: %s", async (door) => {
    const id = await pickOf();
    const said = await doorsOf(PICK, id)[door]({ currentPrice: "95" });
    expect(await rowOf("stock_picks", id, MARGINS)).toEqual({
      margin_52_week_high: "-5",
      change_margin_52_week_low: "58.33",
    });
    expect(said).toContain("Margin to the 52-week high is set to −5.00 to fit.");
    expect(said).not.toMatch(/^asked/);
  });

  it.each(["byForm", "byPaste", "byApi"] as const)("follow the ends of its year: %s", async (door) => {
    const id = await pickOf();
    await doorsOf(PICK, id)[door]({ wks52High: "120", wks52Low: "75" });
    expect(await rowOf("stock_picks", id, MARGINS)).toEqual({
      margin_52_week_high: "-25",
      change_margin_52_week_low: "20",
    });
  });

  it.each(["byForm", "byPaste", "byApi"] as const)("that do not fit are asked about: %s", async (door) => {
    const id = await pickOf();
    const said = await doorsOf(PICK, id)[door]({ currentPrice: "95", margin52WksHigh: "-10.5" });
    expect(said).toMatch(/^(asked|warned)/);
    expect(said).toContain(
      "Margin to the 52-week high −10.50 does not fit 95.00 and 100.00: it would be −5.00%",
    );
  });

  it("that nobody entered stay so, and one that cannot be measured is emptied", async () => {
    const none = await pickOf({ margin_52_week_high: null });
    await doorsOf(PICK, none).byApi({ currentPrice: "95" });
    expect(await rowOf("stock_picks", none, MARGINS)).toMatchObject({ margin_52_week_high: null });
    const form = `/admin/stock-picks/${none}/edit`;
    await post(form, { ...formValuesIn(await html(form)), currentPrice: "" });
    expect(await rowOf("stock_picks", none, MARGINS)).toMatchObject({ change_margin_52_week_low: null });
  });

  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("a price beyond its year is asked about: %s", async (door) => {
    const above = await doorsOf(PICK, await pickOf())[door]({ currentPrice: "101" });
    expect(above).toMatch(/^(asked|warned)/);
    expect(above).toContain("Current price 101.00 is above the 52-week high 100.00");
    const low = { current_price: "61", margin_52_week_high: null, change_margin_52_week_low: null };
    const below = await doorsOf({ ...PICK, key: "LOW" }, await pickOf({ ...low, ticker: "LOW" }))[door]({
      currentPrice: "59",
    });
    expect(below).toContain("Current price 59.00 is below the 52-week low 60.00");
  });
});

const ALERT = {
  path: "/admin/trade-alert",
  api: "/api/trade-alert",
  key: "",
  labels: {},
};

describe("an alert's daily change", () => {
  const alertOf = () =>
    insertRecord(database, "trade_alerts", {
      ...{ ticker: "VRT", name: "Vertiv", current_price: "104", daily_change: "4", target_price: "130" },
    });

  it.each(["byForm", "byApi"] as const)("follows its price: %s", async (door) => {
    const id = await alertOf();
    const said = await doorsOf(ALERT, id)[door]({ currentPrice: "106" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: "6" });
    expect(said).toContain("Daily change is set to +6.00 to fit.");
  });

  it.each(["byForm", "byApi"] as const)("that does not fit is asked about: %s", async (door) => {
    const said = await doorsOf(ALERT, await alertOf())[door]({ currentPrice: "106", dailyChange: "-2" });
    expect(said).toContain("Daily change −2.00 does not fit Current price 106.00");
  });
});

const QUOTE = {
  path: "/admin/market",
  api: "/api/markets",
  key: "Vertiv",
  labels: {
    ...{ key: "Name", last: "Last", change: "Change", changePercent: "Change %", high: "High", low: "Low" },
  },
};
const FIGURES = ["last", "change", "change_percent"] as const;
const quoteOf = (values: object = {}) =>
  insertRecord(database, "quotes", {
    ...{ name: "Vertiv", symbol: "VRT", last: "184.48", change: "1.48", change_percent: "0.81" },
    ...{ high: "185.10", low: "182.90", ...values },
  });

describe("a quote", () => {
  it("whose form is sent with another price alone has another change", async () => {
    const id = await quoteOf();
    const said = await doorsOf(QUOTE, id).byForm({ last: "185.00" });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2", change_percent: "1.09" });
    expect(said).toContain("Change is set to +2.00 to fit.");
  });

  it.each([
    [{ change: "2.00" }, { change: "2", change_percent: "1.09" }],
    [{ changePercent: "1.09" }, { change: "2", change_percent: "1.09" }],
    [{ change: "" }, { change: null, change_percent: "1.09" }],
    [
      { change: "", changePercent: "2" },
      { change: "3.63", change_percent: "2" },
    ],
    [{ changePercent: "" }, { change: "2", change_percent: "1.09" }],
  ])("whose form is sent with %j beside it has the other one with it", async (sent, expected) => {
    const id = await quoteOf();
    await doorsOf(QUOTE, id).byForm({ last: "185.00", ...sent });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", ...expected });
  });

  it.each([
    [
      { last: "180.00", changePercent: "2" },
      "Change % +2.00 does not fit Last 180.00: from the close before it would be −1.64%",
    ],
    [
      { last: "200.00", changePercent: "0.81" },
      "Change % +0.81 does not fit Last 200.00: from the close before it would be +9.29%",
    ],
    [
      { last: "181.00", change: "2" },
      "Change % +1.12 does not fit Last 181.00: from the close before it would be −1.09%",
    ],
    [{ last: "185.00", changePercent: "1.09" }, undefined],
    [{ last: "185.00", change: "2.5" }, undefined],
  ])("that is sent as %j is held against today's close before", async (sent, words) => {
    for (const door of ["byPaste", "byApi"] as const) {
      const said = await doorsOf(QUOTE, await quoteOf())[door]({ ...sent } as Record<string, string>);
      if (words) expect(said).toContain(words);
      else expect(said).not.toContain("from the close before");
      await database.rows("truncate quotes cascade");
    }
  });

  it("of which JSON empties one figure has another one of the other", async () => {
    const id = await quoteOf();
    const nothing = { changePercent: null } as unknown as Record<string, string>;
    await doorsOf(QUOTE, id).byApi({ last: "185.00", ...nothing });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2", change_percent: null });
    await doorsOf(QUOTE, id).byApi({ change: "2.1", ...nothing });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2.1", change_percent: null });
    const said = await doorsOf(QUOTE, id).byApi({ last: "184.00", change: "" });
    expect(said).toContain("Change is set to +1.10 to fit.");
    expect(said).not.toContain("stays");
  });

  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("whose change became ten times what it was is asked about: %s", async (door) => {
    const said = await doorsOf(QUOTE, await quoteOf())[door]({ changePercent: "8.1" });
    expect(said).toMatch(/^(asked|warned)/);
    expect(said).toContain("Change % 8.10 is ten times what it was, 0.81");
  });

  it.each([
    "byPaste",
    "byApi",
  ] as const)("that is sent whole with the change of the price before is asked about: %s", async (door) => {
    const said = await doorsOf(QUOTE, await quoteOf())[door]({
      ...{ last: "185.00", change: "1.48", changePercent: "0.81" },
    });
    expect(said).toMatch(/^(asked|warned)/);
    expect(said).toContain(
      "Change +1.48 is that of Last 184.48: from the close before it would be +2.00, +1.09%",
    );
  });
});

describe("in pounds instead of pence", () => {
  const pence = {
    currency: "GBX",
    last: "1992",
    change: "7",
    change_percent: "0.35",
    high: "1995",
    low: "1980",
  };

  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("a price takes its figures along: %s", async (door) => {
    const id = await quoteOf(pence);
    const kind = { ...QUOTE, labels: { ...QUOTE.labels, currency: "Currency" } };
    const sent: Record<string, string> = { last: "19.95", currency: "GBP" };
    // The row of a list has no currency: there the figure alone is another one, and far.
    const said = await doorsOf(kind, id)[door](sent);
    if (door === "byRow") return expect(said).toMatch(/^asked/);
    expect(await rowOf("quotes", id, [...FIGURES, "high", "low"])).toEqual({
      ...{ last: "19.95", change: "0.1", change_percent: "0.5", high: "19.95", low: "19.8" },
    });
    expect(said).not.toMatch(/^asked/);
  });

  it("an alert’s change is measured by as many pounds, and in another currency by none", async () => {
    const alert = {
      ...{ ticker: "VRT", name: "Vertiv", current_price: "1992", daily_change: "0.35", target_price: "2200" },
      currency: "GBX",
    };
    const id = await insertRecord(database, "trade_alerts", alert);
    await doorsOf(ALERT, id).byApi({ currentPrice: "19.95", currency: "GBP", targetPrice: "22" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: "0.5" });
    await doorsOf(ALERT, id).byApi({ currentPrice: "25", currency: "USD" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: null });
  });

  it("of another currency no change is known", async () => {
    const id = await quoteOf(pence);
    await doorsOf(QUOTE, id).byApi({ last: "26", currency: "USD" });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "26", change: null, change_percent: null });
  });
});

describe("on the day of a split", () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  /** Yesterday at 400; four for one since. */
  async function splitQuote() {
    const figures = { last: "400", change: "2", change_percent: "0.5", high: "402", low: "396" };
    const id = await quoteOf({ ...figures, updated_at: yesterday });
    await database.rows(
      `insert into splits (instrument_id, day, ratio) select instrument_id, (now() at time zone 'UTC')::date, 4 from quotes where id = ?`,
      [id],
    );
    return id;
  }

  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("a price alone is measured by the close in the new shares: %s", async (door) => {
    const id = await splitQuote();
    const said = await doorsOf(QUOTE, id)[door]({ last: "100.25" });
    expect(await rowOf("quotes", id, [...FIGURES, "high", "low"])).toEqual({
      ...{ last: "100.25", change: "0.25", change_percent: "0.25", high: "100.5", low: "99" },
    });
    expect(said).not.toMatch(/^asked/);
  });

  it("a change that is sent whole is held against that close", async () => {
    const said = await doorsOf(QUOTE, await splitQuote()).byApi({
      ...{ last: 101, change: 2, changePercent: 0.5 },
    } as never);
    expect(said).toContain("from the close before it would be +1.00, +1.00%");
  });

  it("a price of before is asked about, whatever else is changed", async () => {
    const said = await doorsOf(QUOTE, await splitQuote()).byForm({ volume: "5" });
    expect(said).toMatch(/^asked/);
    expect(said).toContain("Last 400.00 is of before the split: in the shares of today it is 100.00");
  });

  it("a mover's price is measured so, too", async () => {
    const instrument = await insertRecord(database, "instruments", { symbol: "VRT", name: "Vertiv" });
    const id = await moverOf({ last: "400", change_percent: "0.5", updated_at: yesterday });
    await database.rows(
      "insert into splits (instrument_id, day, ratio) values (?, (now() at time zone 'UTC')::date, 4)",
      [instrument],
    );
    await doorsOf(MOVER, id).byForm({ last: "101" });
    expect(await rowOf("movers", id, ["change_percent"])).toEqual({ change_percent: "1" });
  });
});
