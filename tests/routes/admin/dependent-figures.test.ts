import { formValuesIn } from "tests/support/form-values";
import { applyCompared, comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";

/**
 * Related figures of one record, through each entry point: a missing figure is calculated from the others.
 * Contradicting figures need confirmation
 * or return a warning.
 */

setUpStaffApp();

afterEach(() =>
  database.empty(
    "quotes",
    "movers",
    "stock_picks",
    "trade_alerts",
    "instruments",
    "daily_prices",
    "splits",
    "changes",
    "paste_columns",
  ),
);

type Row = Record<string, string | null>;

const rowOf = async (table: string, id: string, columns: readonly string[]): Promise<Row> => {
  const wanted = columns.map((column) => `trim_scale(${column})::text as ${column}`).join(", ");
  const [row] = await database.rows<Row>(`select ${wanted} from ${table} where id = ?`, [id]);
  return row ?? {};
};

type EntryPoints = (sent: Record<string, string>) => Promise<string>;

/** The entry points of one record: each writes the figures and returns its messages. */
function entryPoints(
  kind: { path: string; api: string; key: string; labels: Record<string, string> },
  id: string,
) {
  const { path, api: address, key, labels } = kind;
  const byForm: EntryPoints = async (sent) => {
    const form = `${path}/${id}/edit`;
    const answer = await post(form, { ...formValuesIn(await html(form)), ...sent });
    return answer.status === 303 ? followRedirect(answer) : `asked: ${await answer.text()}`;
  };
  const byRow: EntryPoints = async (sent) => {
    const answer = await post(`${path}?inline=on&save=${id}`, { version: "1", ...sent });
    return answer.status === 303 ? followRedirect(answer) : `asked: ${await answer.text()}`;
  };
  const byPaste: EntryPoints = async (sent) => {
    const columns = Object.keys(sent);
    const text = [
      [labels.key, ...columns.map((name) => labels[name])].join("\t"),
      [key, ...columns.map((name) => sent[name])].join("\t"),
    ].join("\n");
    const page = await comparePaste(`${path}/paste`, text);
    await applyCompared(page, `${path}/paste`, text);
    return page.includes('name="tick"') ? `asked: ${page}` : page;
  };
  const byApi: EntryPoints = async (sent) => {
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
  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("is calculated from its price: %s", async (door) => {
    const id = await moverOf({});
    const messages = await entryPoints(MOVER, id)[door]({ last: "106" });
    expect(await rowOf("movers", id, ["last", "change_percent"])).toEqual({
      last: "106",
      change_percent: "6",
    });
    expect(messages).toContain("Change % is set to +6.00 to match.");
    expect(messages).not.toMatch(/^asked/);
  });

  it.each([
    "byForm",
    "byPaste",
    "byApi",
  ] as const)("needs confirmation if it contradicts the price: %s", async (door) => {
    const id = await moverOf({});
    const messages = await entryPoints(MOVER, id)[door]({ last: "106", changePercent: "-2" });
    expect(messages).toMatch(/^(asked|warned)/);
    expect(messages).toContain(
      "Change % −2.00 does not match Last 106.00: from the previous close it would be +6.00%",
    );
  });

  it.each([
    "byPaste",
    "byApi",
  ] as const)("of before that is sent once more is asked about: %s", async (door) => {
    const id = await moverOf({});
    expect(await entryPoints(MOVER, id)[door]({ last: "106", changePercent: "4" })).toContain(
      "from the previous close it would be +6.00%",
    );
  });

  it("is negative for losers with either sign, and a rising loser is rejected", async () => {
    const id = await moverOf({ mover_type: "losers", last: "96", change_percent: "4" });
    await entryPoints(MOVER, id).byApi({ last: "95" });
    expect(await rowOf("movers", id, ["change_percent"])).toEqual({ change_percent: "-5" });
    expect(await entryPoints(MOVER, id).byApi({ last: "101" })).toContain("so it is not a loser");
  });

  it("is measured against the previous day's price, and stays empty if that is too old", async () => {
    const yesterday = await moverOf({ name: "One", updated_at: new Date(Date.now() - 86_400_000) });
    await entryPoints({ ...MOVER, key: "One" }, yesterday).byForm({ last: "105.04" });
    expect(await rowOf("movers", yesterday, ["change_percent"])).toEqual({ change_percent: "1" });
    const old = await moverOf({ name: "Two", updated_at: new Date(Date.now() - 30 * 86_400_000) });
    expect(await entryPoints({ ...MOVER, key: "Two" }, old).byForm({ last: "106" })).toMatch(
      /^asked.*it belongs to the previous price/s,
    );
  });
});

const YESTERDAY = new Date(Date.now() - 86_400_000);

describe("a mover in its list", () => {
  const FALL = "is a fall, but this is the list of gainers";
  it.each([
    [
      { mover_type: "losers" },
      { moverType: "gainers" },
      "Change % was −4.00: this list shows the same figure as +4.00",
    ],
    [
      { mover_type: "losers" },
      { moverType: "mostactive" },
      "Change % was −4.00: this list shows the same figure as +4.00",
    ],
    [{}, { moverType: "losers" }, "Change % was +4.00: this list shows the same figure as −4.00"],
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
      const messages = await entryPoints(MOVER, id)[door]({ ...sent } as Record<string, string>);
      if (words) expect(messages).toContain(words);
      else expect(messages).toMatch(door === "byForm" ? /^(?!asked)/ : /^warned: {}/);
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

describe("a change that no price above zero can have", () => {
  const NEVER = "a price above 0 cannot fall by 100% or more";
  it.each(["byForm", "byRow", "byPaste", "byApi"] as const)("needs confirmation: %s", async (door) => {
    const quote = await quoteOf({ created_at: YESTERDAY, updated_at: YESTERDAY });
    expect(await entryPoints(QUOTE, quote)[door]({ changePercent: "-150" })).toContain(
      `Change % −150.00: ${NEVER}`,
    );
    const mover = await moverOf({ mover_type: "losers", created_at: YESTERDAY, updated_at: YESTERDAY });
    expect(await entryPoints(MOVER, mover)[door]({ changePercent: "100" })).toContain(
      `Change % −100.00: ${NEVER}`,
    );
  });

  it.each(["byForm", "byPaste", "byApi"] as const)("names the quote's actual change: %s", async (door) => {
    const messages = await entryPoints(QUOTE, await quoteOf())[door]({ change: "184.48" });
    expect(messages).toContain(
      "Change +184.48 does not match Last 184.48: the previous close would not be above 0",
    );
    expect(messages).not.toContain("does not match the new Last");
  });

  it("needs confirmation in alerts and new quotes", async () => {
    const alert = { ticker: "VRT", name: "Vertiv", current_price: "104", target_price: "130" };
    const id = await insertRecord(database, "trade_alerts", alert);
    for (const door of ["byForm", "byApi"] as const)
      expect(await entryPoints(ALERT, id)[door]({ dailyChange: "-100" })).toContain(
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

  it("leaves an alert's empty price empty, and explains why", async () => {
    const alert = {
      ticker: "VRT",
      name: "Vertiv",
      current_price: "104",
      daily_change: "4",
      target_price: "130",
    };
    const id = await insertRecord(database, "trade_alerts", alert);
    const messages = await entryPoints(ALERT, id).byApi({ currentPrice: null } as never);
    expect(messages).toContain("Daily change is cleared: it cannot be calculated without a Current price.");
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

describe("a mover with price and change", () => {
  it.each([
    [{ last: "105", changePercent: "5.1" }, undefined],
    [{ last: "108", changePercent: "6" }, undefined],
    [{ last: "105", changePercent: "0" }, undefined],
    [{ changePercent: "40" }, "would be +4.00%"],
    [{ changePercent: "-4" }, "would be +4.00%"],
    [{ last: "107", changePercent: "0.7" }, "would be +7.00%"],
    [{ name: "Else", last: "50" }, "it belongs to the previous price"],
  ])("%j needs confirmation if unlikely: %s", async (sent, words) => {
    const messages = await entryPoints(MOVER, await moverOf({})).byForm(sent as Record<string, string>);
    if (words) expect(messages).toContain(words);
    else expect(messages).not.toMatch(/^asked/);
  });
});

describe("a pick's margins", () => {
  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("are calculated from its price: %s", async (door) => {
    const id = await pickOf();
    const messages = await entryPoints(PICK, id)[door]({ currentPrice: "95" });
    expect(await rowOf("stock_picks", id, MARGINS)).toEqual({
      margin_52_week_high: "-5",
      change_margin_52_week_low: "58.33",
    });
    expect(messages).toContain("Margin to the 52-week high is set to −5.00 to match.");
    expect(messages).not.toMatch(/^asked/);
  });

  it.each([
    "byForm",
    "byPaste",
    "byApi",
  ] as const)("are calculated from its 52-week range: %s", async (door) => {
    const id = await pickOf();
    await entryPoints(PICK, id)[door]({ wks52High: "120", wks52Low: "75" });
    expect(await rowOf("stock_picks", id, MARGINS)).toEqual({
      margin_52_week_high: "-25",
      change_margin_52_week_low: "20",
    });
  });

  it.each([
    "byForm",
    "byPaste",
    "byApi",
  ] as const)("need confirmation if they contradict the price: %s", async (door) => {
    const id = await pickOf();
    const messages = await entryPoints(PICK, id)[door]({ currentPrice: "95", margin52WksHigh: "-10.5" });
    expect(messages).toMatch(/^(asked|warned)/);
    expect(messages).toContain(
      "Margin to the 52-week high −10.50 does not match 95.00 and 100.00, which give −5.00%",
    );
  });

  it("stay empty if never entered, and are emptied if they cannot be calculated", async () => {
    const none = await pickOf({ margin_52_week_high: null });
    await entryPoints(PICK, none).byApi({ currentPrice: "95" });
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
    const above = await entryPoints(PICK, await pickOf())[door]({ currentPrice: "101" });
    expect(above).toMatch(/^(asked|warned)/);
    expect(above).toContain("Current price 101.00 is above the 52-week high 100.00");
    const low = { current_price: "61", margin_52_week_high: null, change_margin_52_week_low: null };
    const below = await entryPoints({ ...PICK, key: "LOW" }, await pickOf({ ...low, ticker: "LOW" }))[door]({
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

  it.each(["byForm", "byApi"] as const)("is calculated from its price: %s", async (door) => {
    const id = await alertOf();
    const messages = await entryPoints(ALERT, id)[door]({ currentPrice: "106" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: "6" });
    expect(messages).toContain("Daily change is set to +6.00 to match.");
  });

  it.each([
    "byForm",
    "byApi",
  ] as const)("needs confirmation if it contradicts the price: %s", async (door) => {
    const messages = await entryPoints(ALERT, await alertOf())[door]({
      currentPrice: "106",
      dailyChange: "-2",
    });
    expect(messages).toContain("Daily change −2.00 does not match Current price 106.00");
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
  it("gets a new change if only its price changes in the form", async () => {
    const id = await quoteOf();
    const messages = await entryPoints(QUOTE, id).byForm({ last: "185.00" });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2", change_percent: "1.09" });
    expect(messages).toContain("Change is set to +2.00 to match.");
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
  ])("with %j in its form gets the other figure calculated", async (sent, expected) => {
    const id = await quoteOf();
    await entryPoints(QUOTE, id).byForm({ last: "185.00", ...sent });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", ...expected });
  });

  it.each([
    [
      { last: "180.00", changePercent: "2" },
      "Change % +2.00 does not match Last 180.00: from the previous close it would be −1.64%",
    ],
    [
      { last: "200.00", changePercent: "0.81" },
      "Change % +0.81 does not match Last 200.00: from the previous close it would be +9.29%",
    ],
    [
      { last: "181.00", change: "2" },
      "Change % +1.12 does not match Last 181.00: from the previous close it would be −1.09%",
    ],
    [{ last: "185.00", changePercent: "1.09" }, undefined],
    [{ last: "185.00", change: "2.5" }, undefined],
  ])("sent as %j is compared with the previous close", async (sent, words) => {
    for (const door of ["byPaste", "byApi"] as const) {
      const messages = await entryPoints(QUOTE, await quoteOf())[door]({ ...sent } as Record<string, string>);
      if (words) expect(messages).toContain(words);
      else expect(messages).not.toContain("from the previous close");
      await database.empty("quotes");
    }
  });

  it("recalculates a figure that JSON empties from the other", async () => {
    const id = await quoteOf();
    const nothing = { changePercent: null } as unknown as Record<string, string>;
    await entryPoints(QUOTE, id).byApi({ last: "185.00", ...nothing });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2", change_percent: null });
    await entryPoints(QUOTE, id).byApi({ change: "2.1", ...nothing });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "185", change: "2.1", change_percent: null });
    const messages = await entryPoints(QUOTE, id).byApi({ last: "184.00", change: "" });
    expect(messages).toContain("Change is set to +1.10 to match.");
    expect(messages).not.toContain("stays");
  });

  it.each([
    "byForm",
    "byRow",
    "byPaste",
    "byApi",
  ] as const)("whose change became ten times what it was is asked about: %s", async (door) => {
    const messages = await entryPoints(QUOTE, await quoteOf())[door]({ changePercent: "8.1" });
    expect(messages).toMatch(/^(asked|warned)/);
    expect(messages).toContain("Change % 8.10 is ten times what it was, 0.81");
  });

  it.each([
    "byPaste",
    "byApi",
  ] as const)("that is sent whole with the change of the price before is asked about: %s", async (door) => {
    const messages = await entryPoints(QUOTE, await quoteOf())[door]({
      ...{ last: "185.00", change: "1.48", changePercent: "0.81" },
    });
    expect(messages).toMatch(/^(asked|warned)/);
    expect(messages).toContain(
      "Change +1.48 was calculated from the old Last, 184.48: from the previous close it would be +2.00, +1.09%",
    );
  });
});

describe("prices in pounds instead of pence", () => {
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
    // The row of a list has no currency: the figure alone differs, and by far.
    const messages = await entryPoints(kind, id)[door](sent);
    if (door === "byRow") return expect(messages).toMatch(/^asked/);
    expect(await rowOf("quotes", id, [...FIGURES, "high", "low"])).toEqual({
      ...{ last: "19.95", change: "0.1", change_percent: "0.5", high: "19.95", low: "19.8" },
    });
    expect(messages).not.toMatch(/^asked/);
  });

  it("an alert's change converts pounds and pence, and is unknown in another currency", async () => {
    const alert = {
      ...{ ticker: "VRT", name: "Vertiv", current_price: "1992", daily_change: "0.35", target_price: "2200" },
      currency: "GBX",
    };
    const id = await insertRecord(database, "trade_alerts", alert);
    await entryPoints(ALERT, id).byApi({ currentPrice: "19.95", currency: "GBP", targetPrice: "22" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: "0.5" });
    await entryPoints(ALERT, id).byApi({ currentPrice: "25", currency: "USD" });
    expect(await rowOf("trade_alerts", id, ["daily_change"])).toEqual({ daily_change: null });
  });

  it("a price in another currency gets no change", async () => {
    const id = await quoteOf(pence);
    await entryPoints(QUOTE, id).byApi({ last: "26", currency: "USD" });
    expect(await rowOf("quotes", id, FIGURES)).toEqual({ last: "26", change: null, change_percent: null });
  });
});

describe("on the day of a split", () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  /** Yesterday's close is 400; today has a 4-for-1 split. */
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
    const messages = await entryPoints(QUOTE, id)[door]({ last: "100.25" });
    expect(await rowOf("quotes", id, [...FIGURES, "high", "low"])).toEqual({
      ...{ last: "100.25", change: "0.25", change_percent: "0.25", high: "100.5", low: "99" },
    });
    expect(messages).not.toMatch(/^asked/);
  });

  it("a submitted change is compared with the adjusted close", async () => {
    const messages = await entryPoints(QUOTE, await splitQuote()).byApi({
      ...{ last: 101, change: 2, changePercent: 0.5 },
    } as never);
    expect(messages).toContain("from the previous close it would be +1.00, +1.00%");
  });

  it("a price from before the split needs confirmation, whatever else changes", async () => {
    const messages = await entryPoints(QUOTE, await splitQuote()).byForm({ volume: "5" });
    expect(messages).toMatch(/^asked/);
    expect(messages).toContain("Last 400.00 is of before the split: in the shares of today it is 100.00");
  });

  it("a mover's change uses the adjusted close", async () => {
    const instrument = await insertRecord(database, "instruments", { symbol: "VRT", name: "Vertiv" });
    const id = await moverOf({ last: "400", change_percent: "0.5", updated_at: yesterday });
    await database.rows(
      "insert into splits (instrument_id, day, ratio) values (?, (now() at time zone 'UTC')::date, 4)",
      [instrument],
    );
    await entryPoints(MOVER, id).byForm({ last: "101" });
    expect(await rowOf("movers", id, ["change_percent"])).toEqual({ change_percent: "1" });
  });
});
