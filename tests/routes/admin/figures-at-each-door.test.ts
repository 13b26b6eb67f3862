import { formValuesIn } from "tests/support/form-values";
import { applyCompared, applyPaste, applyTicked, cellsOfKind, comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";
import { positiveNumber } from "~/admin-kit/figures/positive-number";
import { readPrices } from "~/features/markets/price-sources/read-prices.server";

/**
 * How each entry point reads a figure, a day, a currency or a table. An entry point answers with the stored
 * value or with its error message.
 */

// Without jobs, because an import queues some.
setUpStaffApp();

afterEach(() =>
  database.empty(
    "quotes",
    "movers",
    "stock_picks",
    "instruments",
    "daily_prices",
    "changes",
    "paste_columns",
  ),
);

/** The outcome: a decimal without trailing zeros, or the message. */
type Outcome = string;

const plain = (value: unknown): Outcome => {
  const text = String(value);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
};

type Kind = { table: string; path: string; api: string; values: Record<string, unknown> };

const QUOTE: Kind = {
  table: "quotes",
  path: "/admin/market",
  api: "/api/markets",
  values: { name: "Gold", last: "100", change_percent: "0.5" },
};
const MOVER: Kind = {
  table: "movers",
  path: "/admin/market-movers",
  api: "/api/market-movers/admin",
  values: { name: "Vertiv" },
};
const PICK: Kind = { table: "stock_picks", path: "/admin/stock-picks", api: "/api/stock-picks", values: {} };

async function storedIn({ table }: Kind, id: string, column: string): Promise<Outcome> {
  const [row] = await database.rows<{ value: string | null }>(
    `select ${column}::text as value from ${table} where id = ?`,
    [id],
  );
  return plain(row?.value);
}

/** The message below a page's field. */
const messageBelow = (page: string, field: string): string =>
  new RegExp(`id="${field}-error"[^>]*>(?:<svg.*?</svg>)?([^<]*)`).exec(page)?.[1] ?? "nothing said";

/** What the form of a new record of a kind has in its fields: the same for each. */
const formsByKind = new Map<Kind, Record<string, string>>();

/** The form of a record, with all other fields unchanged. */
async function byForm(kind: Kind, field: string, column: string, typed: string): Promise<Outcome> {
  const id = await insertRecord(database, kind.table, kind.values);
  const path = `${kind.path}/${id}/edit`;
  const values = formsByKind.get(kind) ?? formValuesIn(await html(path));
  formsByKind.set(kind, values);
  // A price far from the last one needs confirmation; these tests confirm it.
  const answer = await post(path, { ...values, [field]: typed, confirmed: "on" });
  return answer.status === 303
    ? storedIn(kind, id, column)
    : messageBelow((await answer.text()).replaceAll("<!-- -->", ""), field);
}

async function byApi(kind: Kind, field: string, column: string, typed: string): Promise<Outcome> {
  const id = await insertRecord(database, kind.table, kind.values);
  const { status, body } = await api("PUT", `${kind.api}/${id}`, { [field]: typed });
  return status === 200 ? storedIn(kind, id, column) : body.errors[field];
}

/** The row of a quote in its list. */
async function byRow(typed: string): Promise<Outcome> {
  const id = await insertRecord(database, "quotes", QUOTE.values);
  const answer = await post(`/admin/market?inline=on&save=${id}`, {
    version: "1",
    last: typed,
    confirmed: "on",
  });
  if (answer.status === 303) return storedIn(QUOTE, id, "last");
  return /class="inline-error"[^>]*>([^<]*)/.exec(await answer.text())?.[1] ?? "nothing said";
}

/** A table of quotes with this figure alone. */
async function byPaste(typed: string): Promise<Outcome> {
  const id = await insertRecord(database, "quotes", QUOTE.values);
  const text = `Name\tLast\nGold\t${typed}`;
  const page = await comparePaste("/admin/market/paste", text);
  const [refused] = cellsOfKind(page, "refused");
  if (refused) return refused.replace(`${typed} `, "");
  await applyCompared(page, "/admin/market/paste", text);
  return storedIn(QUOTE, id, "last");
}

const DAY = "2026-03-02";

const closeOf = async (id: string): Promise<Outcome> => {
  const [price] = await database.rows<{ close: string }>(
    "select close::text from daily_prices where instrument_id = ?",
    [id],
  );
  return price ? plain(price.close) : "no price";
};

/** A price file on the page of its instrument. */
async function byImport(text: string): Promise<Outcome> {
  const id = await insertRecord(database, "instruments", { symbol: "ONE", name: "One Plc", currency: "USD" });
  const answer = await post(`/admin/instruments/${id}/prices`, { text });
  if (answer.status === 303) return closeOf(id);
  return /Line \d+: ([^<]*)/.exec((await answer.text()).replaceAll("<!-- -->", ""))?.[1] ?? "nothing said";
}

const closeOn = async (id: string, day: string): Promise<Outcome> => {
  const [price] = await database.rows<{ close: string }>(
    "select close::text from daily_prices where instrument_id = ? and day = ?",
    [id, day],
  );
  return price ? plain(price.close) : "no price";
};

/** A JSON body with every digit of its numbers. */
async function sendJson(path: string, body: string) {
  const answer = await app.request(path, {
    method: "PUT",
    cookies: await staffCookies("admin"),
    headers: { "Content-Type": "application/json" },
    body,
  });
  const { errors = {} } = (await answer.json()) as { errors?: Record<string, string> };
  const [[field, said] = []] = Object.entries(errors);
  return { status: answer.status, ...(field && { field, said }) };
}

/** The price table of many instruments. */
async function byPriceTable(typed: string, day = DAY): Promise<Outcome> {
  const id = await insertRecord(database, "instruments", { symbol: "TWO", name: "Two Plc", currency: "USD" });
  const text = `Symbol\tDay\tClose\nTWO\t${day}\t${typed}`;
  const page = await comparePaste("/admin/instruments/paste", text);
  const [refused] = cellsOfKind(page, "refused");
  if (refused) return refused.replace(`${day} `, "").replace(`${typed} `, "");
  await applyCompared(page, "/admin/instruments/paste", text);
  return closeOf(id);
}

const ASKED = {
  ...{ today: "2026-11-27", symbol: "ONE", askedAs: "ONE", called: {} },
  asked: { from: "2026-01-01", to: "2026-11-27" },
};

/** A provider's answer. */
function byConnector(text: string, on?: string): Outcome {
  try {
    const { prices } = readPrices("csv", text, { ...ASKED, currency: "USD" });
    return plain(prices.find(({ day }) => on === undefined || day === on)?.close);
  } catch (error) {
    return (error as Error).message;
  }
}

const priceFile = (typed: string) => `day;close\n${DAY};${typed}\n`;

/** A price outside a record: a call's closing price, a split's ratio. */
function byPrompt(typed: string): Outcome {
  const { success, data, error } = positiveNumber("Price").safeParse(typed);
  return success ? plain(data) : (error.issues[0]?.message ?? "");
}

const asks = (one: string, other: string) => ({
  field: `must be a number: did you mean ${one} or ${other}?`,
});
const FINE = "with at most 24 decimal places";

/**
 * The input, its outcome in a single field, and in a table, where other figures may settle what a comma
 * means. A field puts its label before the message.
 */
const FIGURES: readonly [typed: string, field: Outcome | { field: string }, table: Outcome | RegExp][] = [
  ["3305.10", "3305.1", "3305.1"],
  ["3,305.10", "3305.1", "3305.1"],
  ["1,00,305.10", "100305.1", "100305.1"],
  ["3\u00a0305.10", "3305.1", "3305.1"],
  ["3\u202f305.10", "3305.1", "3305.1"],
  ["3\u2019305.10", "3305.1", "3305.1"],
  ["+12.5", "12.5", "12.5"],
  ["1.29E-05", "0.0000129", "0.0000129"],
  ["1.5e3", "1500", "1500"],
  ["0.00000129456789", "0.00000129456789", "0.00000129456789"],
  ["15.412372589111328", "15.412372589111328", "15.412372589111328"],
  ["100.14285714285714", "100.14285714285714", "100.14285714285714"],
  ["4,75", asks("4.75", "475"), "4.75"],
  ["1.234,5", asks("1234.5", "12345"), "1234.5"],
  ["12345,6", asks("12345.6", "123456"), "12345.6"],
  ["118,420", "118420", /118\.420 or 118420/],
  ["1.234", "1.234", "1.234"],
  ["1.118.420,5", asks("1118420.5", "11184205"), "1118420.5"],
  [`1.${"1".repeat(25)}`, { field: `must be a number ${FINE}` }, /24 decimal/],
  [
    "1234567890123456",
    { field: "must be a number below 1,000,000,000,000,000" },
    /below 1,000,000,000,000,000/,
  ],
  ["(6.41)", { field: "must be a number: use a minus sign instead of parentheses" }, /arentheses/],
  ["\u0661\u0662", { field: "must be a number" }, /must be a number|not a (plain )?number/],
  ["=1+1", { field: "must be a number" }, /must be a number|not a (plain )?number/],
  ["12a", { field: "must be a number" }, /must be a number|not a (plain )?number/],
];

describe("a figure", () => {
  it.each(FIGURES)("%j has the same outcome in every field", async (typed, right) => {
    const inField = (label: string) => (typeof right === "string" ? right : `${label} ${right.field}`);
    expect({
      form: await byForm(QUOTE, "last", "last", typed),
      row: await byRow(typed),
      api: await byApi(QUOTE, "last", "last", typed),
      mover: await byForm(MOVER, "last", "last", typed),
      moverApi: await byApi(MOVER, "last", "last", typed),
    }).toEqual({
      ...{ form: inField("Last"), row: inField("Last"), api: inField("Last") },
      ...{ mover: inField("Last"), moverApi: inField("Last") },
    });
    const alone = byPrompt(typed);
    if (typeof right === "string") expect(alone).toBe(right);
    else expect(alone).toContain("Price must be a number");
  });

  it.each(FIGURES)("%j has the same outcome in every table", async (typed, _, right) => {
    const outcomes = {
      paste: await byPaste(typed),
      priceTable: await byPriceTable(typed),
      import: await byImport(priceFile(typed)),
      connector: byConnector(priceFile(typed)),
    };
    const expected = typeof right === "string" ? right : expect.stringMatching(right);
    expect(outcomes).toEqual({
      paste: expected,
      priceTable: expected,
      import: expected,
      connector: expected,
    });
  });

  /** How 1.234 and 1,234 are read among the figures of one table. */
  const AMONG: readonly [beside: string, point: Outcome | RegExp, comma: Outcome | RegExp][] = [
    ["4,75", "1234", "1.234"],
    ["1.118.420,5", "1234", "1.234"],
    ["4.75", "1.234", "1234"],
    ["1,118,420.5", "1.234", "1234"],
    ["118,420", /1\.234 or 1234/, /1\.234 or 1234/],
  ];

  it.each(
    AMONG,
  )("with three digits after its separator takes its meaning from %s in the same table", async (beside, point, comma) => {
    const among = async (typed: string) => {
      const quote = await insertRecord(database, "quotes", { ...QUOTE.values, name: "Silver" });
      await insertRecord(database, "quotes", QUOTE.values);
      const text = `Name\tLast\nGold\t${beside}\nSilver\t${typed}`;
      const compared = await comparePaste("/admin/market/paste", text);
      const refused = cellsOfKind(compared, "refused").at(-1);
      await applyCompared(compared, "/admin/market/paste", text);
      const paste = refused ?? (await storedIn(QUOTE, quote, "last"));
      await database.empty("quotes");
      const id = await insertRecord(database, "instruments", { symbol: "TWO", name: "Two Plc" });
      const table = `Symbol\tDay\tClose\nTWO\t2026-03-01\t${beside}\nTWO\t${DAY}\t${typed}`;
      const tableCompared = await comparePaste("/admin/instruments/paste", table);
      const wrong = cellsOfKind(tableCompared, "refused").at(-1);
      await applyCompared(tableCompared, "/admin/instruments/paste", table);
      const priceTable = wrong ?? (await closeOn(id, DAY));
      const file = `day;close\n2026-03-01;${beside}\n${DAY};${typed}\n`;
      await post(`/admin/instruments/${id}/prices`, { text: "day;close\n2026-03-02;9\n", confirmed: "on" });
      const answer = await post(`/admin/instruments/${id}/prices`, { text: file, confirmed: "on" });
      const imported = answer.status === 303 ? await closeOn(id, DAY) : await answer.text();
      await database.empty("instruments", "daily_prices");
      return { paste, priceTable, imported, connector: byConnector(file, DAY) };
    };
    const right = (of: Outcome | RegExp) => (typeof of === "string" ? of : expect.stringMatching(of));
    const each = (of: Outcome | RegExp) => ({
      ...{ paste: right(of), priceTable: right(of), imported: right(of), connector: right(of) },
    });
    expect([await among("1.234"), await among("1,234")]).toEqual([each(point), each(comma)]);
  });

  it.each([
    "(6.41)",
    "(6.41%)",
    "(6.41) %",
    "(1,234.5)",
  ])("in accountant's parentheses is not zero: %s", async (typed) => {
    const words = expect.stringContaining(
      "Change % must be a number: use a minus sign instead of parentheses",
    );
    const id = await insertRecord(database, "quotes", QUOTE.values);
    const row = await post(`/admin/market?inline=on&save=${id}`, { version: "1", changePercent: typed });
    expect({
      form: await byForm(QUOTE, "changePercent", "change_percent", typed),
      row: await row.text(),
      api: await byApi(QUOTE, "changePercent", "change_percent", typed),
    }).toEqual({ form: words, row: words, api: words });
    const [pasted] = cellsOfKind(
      await comparePaste("/admin/market/paste", `Name\tLast\tChange %\nGold\t100\t${typed}`),
      "refused",
    );
    expect(pasted ?? "2 records").toMatch(/minus sign instead of parentheses|2 records/);
  });

  it.each([
    "100.123456789012345678",
    "12345678901234.56789",
    "0.1000000000000000055511151231257827",
    "99999999999999.99999",
  ])("with more digits than a JSON number is rejected as a number and kept as a string: %s", async (typed) => {
    const send = async (kind: Kind, field: string, column: string) => {
      const id = await insertRecord(database, kind.table, kind.values);
      const put = (body: string) => sendJson(`${kind.api}/${id}`, body);
      const asNumber = await put(`{"${field}": ${typed}}`);
      const asText = await put(`{"${field}": "${typed}"}`);
      const long = typed.split(".")[1] ?? "";
      return [
        asNumber,
        long.length > 24 ? "too fine" : asText.status === 200 && (await storedIn(kind, id, column)),
      ];
    };
    const long = (typed.split(".")[1] ?? "").length > 24;
    for (const [kind, field, column, label] of [
      [QUOTE, "last", "last", "Last"],
      [MOVER, "last", "last", "Last"],
      [PICK, "currentPrice", "current_price", "Current price"],
    ] as const)
      expect(await send(kind, field, column)).toEqual([
        {
          status: 422,
          said: `${label} has more digits than a JSON number can hold. Send it as a string: "${typed}"`,
          field,
        },
        long ? "too fine" : typed,
      ]);
  });

  it("keeps more digits than JSON.parse does through the API and back", async () => {
    const id = await insertRecord(database, "quotes", { ...QUOTE.values, last: "100.123456789012345678" });
    const { body } = await api("GET", `/api/markets/${id}`);
    await api("PUT", `/api/markets/${id}`, { ...body, volume: 5 });
    expect(await storedIn(QUOTE, id, "last")).toBe("100.123456789012345678");
  });

  it.each([
    [PICK, "sharePortfolio", "share_portfolio", "4,75", "4.75 or 475"],
    [PICK, "margin52WksHigh", "margin_52_week_high", "\u22126,41", "-6.41 or -641"],
    [PICK, "ChMargin52WksLow", "change_margin_52_week_low", "74,81", "74.81 or 7481"],
    [PICK, "marketCap", "market_cap", "2,87T", "2.87T or 287T"],
    [MOVER, "last", "last", "1,25", "1.25 or 125"],
    [MOVER, "changePercent", "change_percent", "4,75", "4.75 or 475"],
    [MOVER, "volume", "volume", "1,5M", "1.5M or 15M"],
    [QUOTE, "changePercent", "change_percent", "\u22126,41 %", "-6.41 or -641"],
    [QUOTE, "volume", "volume", "1,5M", "1.5M or 15M"],
  ])("in an ambiguous %j needs a decision: %s %s %s", async (kind, field, column, typed, readings) => {
    const expected = expect.stringContaining(`must be a number: did you mean ${readings}?`);
    expect([await byForm(kind, field, column, typed), await byApi(kind, field, column, typed)]).toEqual([
      expected,
      expected,
    ]);
  });

  it.each([
    [PICK, "sharePortfolio", "share_portfolio", "4.75%", "4.75"],
    [PICK, "margin52WksHigh", "margin_52_week_high", "\u22126.41%", "-6.41"],
    [PICK, "marketCap", "market_cap", "2.87T", "2870000000000"],
    [QUOTE, "changePercent", "change_percent", "n/a", "0"],
    [QUOTE, "volume", "volume", "12345678901234", "12345678901234"],
  ])("in %j is read by its notation: %s %s %s", async (kind, field, column, typed, value) => {
    expect([await byForm(kind, field, column, typed), await byApi(kind, field, column, typed)]).toEqual([
      value,
      value,
    ]);
  });
});

/** Texts that mean "no figure". */
const NOTHING = ["", "-", "\u2013", "N/A", "#N/A", "null", "NaN", "."];

it.each(NOTHING)('a table cell that says "no figure" keeps the stored value: %j', async (typed) => {
  const quote = await insertRecord(database, "quotes", { ...QUOTE.values, volume: "312000000", high: "101" });
  const text = `Name\tLast\tHigh\tChange %\tVolume\nGold\t100.5\t${typed}\t${typed}\t${typed}`;
  const page = await comparePaste("/admin/market/paste", text);
  await applyCompared(page, "/admin/market/paste", text);
  const instrument = await insertRecord(database, "instruments", { symbol: "TWO", name: "Two Plc" });
  await post(`/admin/instruments/${instrument}/prices`, { text: `day;close;volume\n${DAY};9;7\n` });
  await applyTicked("/admin/instruments/paste", `Symbol\tDay\tClose\tVolume\nTWO\t${DAY}\t9.1\t${typed}`);
  const [price] = await database.rows("select close::text, volume::text from daily_prices");
  const { prices } = readPrices("csv", `day;close;volume\n${DAY};9;${typed}\n`, {
    ...ASKED,
    currency: "USD",
  });
  expect({
    refused: cellsOfKind(page, "refused"),
    quote: [await storedIn(QUOTE, quote, "last"), await storedIn(QUOTE, quote, "volume")],
    price,
    connector: prices.map(({ volume }) => volume),
  }).toEqual({
    refused: [],
    quote: ["100.5", "312000000"],
    price: { close: "9.1", volume: "7" },
    connector: [null],
  });
});

describe("a day", () => {
  it.each([
    "2026-03-02",
    "2026-03-02 00:00:00-05:00",
    "2026-03-02T00:00:00+00:00",
    "2026-03-02 00:00:00",
    "2026/03/02",
    "20260302",
    "2 Mar 2026",
    "Mar 2, 2026",
    "13/03/2026",
    "03-13-2026 16:00:00",
    "1772409600",
    "1772409600000",
    "2026-03-02T23:59:59.999Z",
    "2026-03-02 16:00:00-05:00",
  ])("%j is read by import, price table and connector", async (day) => {
    const text = `"day";"close"\n"${day}";"72.5"\n`;
    expect([await byImport(text), await byPriceTable("72.5", day), byConnector(text)]).toEqual([
      ...["72.5", "72.5", "72.5"],
    ]);
  });

  it.each([
    "02/03/2026",
    "2026-02-30",
    "20261301",
    "yesterday",
    "",
    "13/13/2026",
    "25/11/26",
    "2026-03-01T23:00:00Z",
    "2026-03-01 15:00:00+00:00",
    "1772406000",
    "1772406000000",
    "25 marraskuu 2026",
  ])("%j is rejected as invalid or ambiguous", async (day) => {
    const text = `day;close\n${day};72.5\n`;
    const wrong = /is not a day such as/;
    expect(await byImport(text)).toMatch(wrong);
    expect(await byPriceTable("72.5", day)).toMatch(wrong);
    expect(byConnector(text)).toMatch(wrong);
  });
});

describe("a currency", () => {
  const priced = async (currency: string): Promise<(string | null)[]> => {
    const text = `day;close;currency\n${DAY};1992;${currency}\n`;
    const id = await insertRecord(database, "instruments", { symbol: "ONE", name: "One Plc" });
    await post(`/admin/instruments/${id}/prices`, { text });
    const [one] = await database.rows<{ currency: string | null }>(
      "select currency from instruments where id = ?",
      [id],
    );
    const two = await insertRecord(database, "instruments", { symbol: "TWO", name: "Two Plc" });
    await applyPaste(
      "/admin/instruments/paste",
      `Symbol\tDay\tClose\tCurrency\nTWO\t${DAY}\t1992\t${currency}`,
    );
    const [other] = await database.rows<{ currency: string | null }>(
      "select currency from instruments where id = ?",
      [two],
    );
    const quote = await insertRecord(database, "quotes", QUOTE.values);
    const { body } = await api("PUT", `/api/markets/${quote}`, { currency });
    return [one?.currency ?? null, other?.currency ?? null, body.currency ?? body.errors?.currency];
  };

  it.each([
    ["GBp", "GBX"],
    ["GBX", "GBX"],
    ["GBP", "GBP"],
    ["gbp", "GBP"],
    ["ZAc", "ZAC"],
    ["ILA", "ILA"],
    ["ZAr", "ZAC"],
    ["ILs", "ILA"],
  ])("%s is read as %s at every entry point", async (sent, code) => {
    expect(await priced(sent)).toEqual([code, code, code]);
  });

  it("in pence is not pounds: a history in pounds rejects it", async () => {
    const id = await insertRecord(database, "instruments", {
      symbol: "LLOY",
      name: "Lloyds",
      currency: "GBP",
    });
    const answer = await post(`/admin/instruments/${id}/prices`, {
      text: "Date,Close,Currency\n2026-03-02,72.5,GBp\n",
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("currency is GBX, but LLOY is priced in GBP");
    expect(await closeOf(id)).toBe("no price");
  });
});

describe("a table of prices", () => {
  const HEAD = "Date,Open,High,Low,Close,Volume\n";
  const YESTERDAY = "2026-11-25,100.9,102.2,100.8,101.9,110000\n2026-11-26,101.9,103.2,101.8,102.9,130000\n";

  const MORE = "there are more cells than columns. Write 1234, not 1,234";

  /** A provider's answer, the days that are saved with their closes, and the messages for the others. */
  const ANSWERS: readonly [
    name: string,
    text: string,
    closes: readonly string[],
    leftOut: readonly string[],
  ][] = [
    ["blank rows behind it", "Date,Close,,,\n2026-11-25,72.5,,,\n,,,,\n", ["72.5"], []],
    ["a line that says what divides it", "sep=;\nDate;Close\n2026-11-25;72,5\n", ["72.5"], []],
    ["a time beside its days", "timestamp,open,close\n2026-11-25 00:00:00-05:00,1,72.5\n", ["72.5"], []],
    [
      "figures of a binary fraction",
      "Date,Close,High\n2026-11-25 00:00:00+00:00,15.412372589111328,15.412372589111326\n",
      ["15.412372589111328"],
      [],
    ],
    [
      "a volume of 14 digits",
      `${HEAD}2026-11-25,0.00000713,0.00000733,0.00000701,0.00000722,12345678901234\n`,
      ["0.00000722"],
      [],
    ],
    [
      "an unreadable volume",
      `${HEAD}2026-11-25,1,1,1,1,lots\n`,
      ["1"],
      [
        "volume “lots” is not a plain number such as 1234.50; the price for 2026-11-25 is kept without the volume",
      ],
    ],
    [
      "a volume that could be two",
      "Date;Close;Volume\n2026-11-25;72.50;1,5M\n",
      ["72.5"],
      ["volume “1,5M” could be 1.5M or 15M; the price for 2026-11-25 is kept without the volume"],
    ],
    [
      "a running day without a price",
      `${HEAD}${YESTERDAY}2026-11-27,,,,NaN,\n`,
      ["101.9", "102.9"],
      ["2026-11-27 has no price"],
    ],
    [
      "a holiday's empty line",
      `${HEAD}${YESTERDAY}2026-11-24,,,,,\n`,
      ["101.9", "102.9"],
      ["2026-11-24 has no price"],
    ],
    [
      "a day twice with different figures",
      `${HEAD}${YESTERDAY}2026-11-27,1,2,1,2,1\n2026-11-27,1,2,1,2,2\n`,
      ["101.9", "102.9"],
      [
        "2026-11-27 appears twice, with different figures",
        "2026-11-27 appears twice, with different figures",
      ],
    ],
    [
      "a high below its close",
      `${HEAD}2026-11-25,100.9,102.2,100.8,101.9,1\n2026-11-26,101.9,102.8,101.8,102.9,1\n`,
      ["101.9"],
      ["close 102.9 is above high 102.8"],
    ],
    [
      "a dividend on a line of its own",
      `${HEAD}${YESTERDAY}2026-11-26,0.26 Dividend\n`,
      ["101.9", "102.9"],
      ["2026-11-26 has no price on this line"],
    ],
    [
      "a line that its site puts below it",
      `${HEAD}${YESTERDAY}"Downloaded from a site as of 11-27-2026"\n`,
      ["101.9", "102.9"],
      ["“Downloaded from a site as of 11-27-2026” is not a day such as 2026-07-16"],
    ],
    [
      "a line of more cells",
      `${HEAD}${YESTERDAY}2026-11-24,1,1,1,1,1,a note\n`,
      ["101.9", "102.9"],
      ["there are more cells than columns. Write 1234, not 1,234"],
    ],
    ["blanks behind what divides it", "Date, Close\n2026-11-25, 72.5\n", ["72.5"], []],
    [
      "a century of days behind the few that were asked for",
      `Date,Close\n2026-11-25,72.5\n${"1999-01-04,1\n".repeat(6000)}`,
      ["72.5"],
      [],
    ],
    ["names in angle brackets", "<DATE>,<CLOSE>\n20261125,72.5\n", ["72.5"], []],
    ["names that end in blank ones", "Date,Close,,\n2026-11-25,72.5,,\n2026-11-26,72,5,\n", ["72.5"], [MORE]],
    [
      "a thousand divided by its comma",
      "Date,Close,,\n2026-11-25,1,234.50,\n2026-11-26,9,,\n",
      ["9"],
      [MORE],
    ],
    [
      "a decimal comma where the next cell is empty",
      "Date,Close,Volume\n2026-11-25,72,5,\n2026-11-26,72.5,100\n",
      ["72.5"],
      [MORE],
    ],
    [
      "a day without a trade, of noughts",
      `${HEAD}${YESTERDAY}2026-11-24,0,0.00,0,0,0\n`,
      ["101.9", "102.9"],
      ["2026-11-24 has no price"],
    ],
    ["noughts for a high and a low that nobody knows", `${HEAD}2026-11-25,0,0,0,72.5,0\n`, ["72.5"], []],
    ["one price twice, with other noughts", "Date,Close\n2026-11-25,72.5\n2026-11-25,72.50\n", ["72.5"], []],
    ["days as MetaTrader writes them", "<DATE>\t<CLOSE>\n2026.11.25\t72.5\n", ["72.5"], []],
    ["commas within a name", 'Date;Close;"a, b, c, d"\n2026-11-25;72,5;x\n', ["72.5"], []],
    ["German names", "Datum;Hoch;Tief;Schluss\n25.11.2026;1.240,00;1.220,00;1.234,50\n", ["1234.5"], []],
    [
      "a former symbol on days that nobody asked for",
      "Symbol,Date,Close\nOLD,2025-01-02,1\nONE.US,2026-11-25,72.5\n",
      ["72.5"],
      [],
    ],
    ["a currency beside the name of its close", "Date,Close (USD)\n2026-11-25,72.5\n", ["72.5"], []],
    ["a day to come", `${HEAD}${YESTERDAY}2026-11-28,1,1,1,1,1\n`, ["101.9", "102.9"], []],
    [
      "a wrong line of a day that nobody asked for",
      `${HEAD}${YESTERDAY}2025-01-02,1,1,1,-1,1\n`,
      ["101.9", "102.9"],
      [],
    ],
  ];

  it.each(ANSWERS)("keeps its valid rows despite %s", (_, text, closes, leftOut) => {
    const file = readPrices("csv", text, { ...ASKED, currency: "USD" });
    expect(file.prices.map(({ close }) => plain(close))).toEqual(closes);
    expect(file.leftOut.map((words) => words.replace(/^Line \d+: /, ""))).toEqual(leftOut);
  });

  it.each(ANSWERS.slice(0, 5))("keeps its valid rows in the import, too, despite %s", async (_, text, [
    close,
  ]) => {
    expect(await byImport(text)).toBe(close);
  });

  it.each([
    ["Date,Close (GBp)\n2026-11-25,1992\n", "currency is GBX, but ONE is priced in USD"],
    ["Date,Close GBp,Currency\n2026-11-25,1992,GBP\n", "its column name says GBX, but its currency is “GBP”"],
    ["Date,Close,Quote Currency\n2026-11-25,1992,GBp\n", "currency is GBX, but ONE is priced in USD"],
    ["Date,Close (USD),High (GBp)\n2026-11-25,1,2\n", "the column names say both USD and GBX"],
    [
      "Date,Close EUR,Close USD\n2026-11-25,1,2\n",
      "the column close appears twice, as Close EUR and Close USD",
    ],
    ["Date,Close (adj)\n2026-11-25,1\n", "they are “Date”, “Close (adj)”"],
  ])("with another currency or unknown columns is rejected by each entry point: %j", async (text, words) => {
    expect([await byImport(text), byConnector(text)]).toEqual([
      expect.stringContaining(words),
      expect.stringContaining(words),
    ]);
  });

  it("is not read as pounds when pasted with a unit in its column name", async () => {
    const id = await insertRecord(database, "instruments", {
      symbol: "TWO",
      name: "Two Plc",
      currency: "GBP",
    });
    const text = `Symbol\tDay\tClose (GBp)\nTWO\t${DAY}\t1992`;
    const header = "Symbol\tDay\tClose (GBp)";
    const columns = { header, "column-0": "symbol", "column-1": "day", "column-2": "close" };
    const page = await comparePaste("/admin/instruments/paste", text, columns);
    expect(/currency is [^<]*/.exec(page)?.[0]).toBe("currency is GBX, but TWO is priced in GBP");
    await applyPaste("/admin/instruments/paste", text, columns);
    expect(await closeOf(id)).toBe("no price");
  });

  it.each([
    ["TWO", "The file says that its prices are for TWO, not for ONE"],
    ["ONE.L", undefined],
    ["NYSE:ONE", undefined],
    ["one", undefined],
    ["ONE/USD", undefined],
  ])("for the symbol %s needs confirmation if that differs, and is rejected from a provider", async (named, asked) => {
    const id = await insertRecord(database, "instruments", { symbol: "ONE", name: "One Plc" });
    const text = `Symbol,Date,Close\n${named},${DAY},72.5\n`;
    const answer = await post(`/admin/instruments/${id}/prices`, { text });
    expect(answer.status).toBe(asked ? 422 : 303);
    if (asked) expect(await answer.text()).toContain(asked);
    await post(`/admin/instruments/${id}/prices`, { text, confirmed: "on" });
    expect([await closeOf(id), byConnector(text)]).toEqual([
      "72.5",
      asked ? `The prices are for ${named}, not for ONE` : "72.5",
    ]);
  });

  it("has the same bounds for Polygon's figures", () => {
    const results = [
      {
        t: Date.parse("2026-11-25T00:00:00Z"),
        c: 0.00000129456789,
        h: 0.0000013,
        l: 0.0000012,
        v: 12345678901234,
      },
      { t: Date.parse("2026-11-26T00:00:00Z"), c: 0.00000133, v: 1 },
    ];
    const text = JSON.stringify({ status: "OK", ticker: "X:PEPEUSD", adjusted: true, results });
    const { prices } = readPrices("polygon", text, { ...ASKED, askedAs: "X:PEPEUSD", currency: "USD" });
    expect(prices).toEqual([
      {
        day: "2026-11-25",
        close: "0.00000129456789",
        high: "0.0000013",
        low: "0.0000012",
        volume: "12345678901234",
      },
      { day: "2026-11-26", close: "0.00000133", high: null, low: null, volume: "1" },
    ]);
  });

  it("from Polygon drops and names a bar that cannot be read", () => {
    const t = Date.parse("2026-11-25T00:00:00Z");
    const results = [{ c: 1 }, { t, c: "72.5" }, { t: 1, c: "x" }, null];
    const text = JSON.stringify({ status: "OK", ticker: "ONE", adjusted: false, results });
    const { prices, leftOut } = readPrices("polygon", text, { ...ASKED, currency: "USD" });
    expect([prices.map(({ close }) => close), leftOut]).toEqual([
      ["72.5"],
      ["Result 1: “” is not a day such as 2026-07-16", "Result 4: “” is not a day such as 2026-07-16"],
    ]);
  });

  it.each([
    ["Exceeded the daily hits limit", "limit", "Exceeded the daily hits limit"],
    ["Error: daily limit exceeded,please upgrade", "limit", "daily limit exceeded"],
    ["Maximum number of requests reached", "limit", "Maximum number of requests"],
    ['{"error":"API rate limit reached"}', "limit", "API rate limit reached"],
    ['{"detail":"You have run over your hourly request allocation."}', "limit", "request allocation"],
    ["No data for Vodafone Group Public Limited", "refused", "Answered: No data"],
    ["Forbidden", "refused", "Answered: Forbidden"],
    [
      '{"error":{"code":"x","message":"Your monthly usage limit has been reached."}}',
      "limit",
      "monthly usage",
    ],
    ['{"chart":{"error":{"code":"x","description":"No data found"}}}', "refused", "Answered: No data found"],
    ['{"errors":["Invalid API call"]}', "refused", "Answered: Invalid API call"],
    ["<!doctype html><title>Sorry</title>", "refused", "a web page"],
    ['<?xml version="1.0"?><Error>AccessDenied</Error>', "refused", "XML instead of CSV"],
  ])("is rejected if the provider answers %j", (text, kind, message) => {
    expect(() => readPrices("csv", text, { ...ASKED, currency: "USD" })).toThrow(
      expect.objectContaining({ kind, message: expect.stringContaining(message) }),
    );
  });
});
