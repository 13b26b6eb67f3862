import { formValuesIn } from "tests/support/form-values";
import { applyPaste, comparePaste, counterFor, hiddenIn, pageOf, ticksIn } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { api, followRedirect, html, post, setUpStaffApp, staffCookies } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

const WORLD = [
  "quotes",
  "movers",
  "stock_picks",
  "trade_alerts",
  "daily_briefs",
  "daily_prices",
  "splits",
  "paste_columns",
  "changes",
];
beforeEach(async () => {
  await database.empty("call_events", "calls", ...WORLD);
});
afterEach(async () => {
  await database.rows(
    "update site_settings set chosen = '{}', version = version + 1 where section = 'prices'",
  );
});

const DAX = {
  ...{ name: "DAX", category: "Indices", last: "184.48", high: "185.10", low: "182.90" },
  ...{ change: "1.48", change_percent: "0.81", volume: "312000000" },
};

const quote = (values: Record<string, unknown> = {}) =>
  insertRecord(database, "quotes", { ...DAX, ...values });

const stored = async (id: string, table = "quotes") => {
  const [row] = await database.rows<Record<string, string | null>>(`select * from ${table} where id = ?`, [
    id,
  ]);
  return row;
};

const figuresOf = async (id: string) => {
  const { last, high, low, change, change_percent, volume } = (await stored(id)) ?? {};
  return { last, high, low, change, change_percent, volume };
};

/** Saves the row of a list. */
const inline = (path: string, id: string, values: Record<string, string>) =>
  post(`/admin/${path}?inline=on&save=${id}`, { version: "1", ...values });

const MARKET = "/admin/market/paste";

describe("related figures of a quote", () => {
  it("are calculated in a paste and announced before it saves; an empty cell keeps its figure", async () => {
    const id = await quote();
    const text = "Name\tLast\tChange %\tVolume\tHigh\nDAX\t181.00\t−1.09%\t\t";
    const page = await comparePaste(MARKET, text);
    expect(page).toContain("Change is set to −2.00 to match.");
    expect(page).toContain("Low is lowered to the new Last, 181.00.");
    expect(counterFor(page)).toMatchObject({ all: 1, changed: 1 });
    expect(await followRedirect(await applyPaste(MARKET, text))).toContain("0 quotes added, 1 changed");
    expect(await figuresOf(id)).toEqual({
      ...{ last: "181.00", high: "185.10", low: "181.00", change: "-2.00" },
      ...{ change_percent: "-1.09", volume: "312000000" },
    });
  });

  it("are calculated in a row of the list and reported; an empty field is not an input", async () => {
    const id = await quote();
    const saved = await inline("market", id, { last: "186.05", changePercent: "" });
    const page = await followRedirect(saved);
    expect(page).toContain("Market updated successfully. Change is set to +3.05 to match.");
    expect(page).toContain("High is raised to the new Last, 186.05.");
    expect(await figuresOf(id)).toMatchObject({
      ...{ last: "186.05", high: "186.05", low: "182.90", change: "3.05", change_percent: "1.67" },
      volume: "312000000",
    });
  });

  it("are calculated over the API with a warning and no rejection", async () => {
    const id = await quote();
    const first = await api("PUT", `/api/markets/${id}`, { last: 186.05, volume: "" });
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        ...{ last: 186.05, high: 186.05, low: 182.9, change: 3.05, changePercent: 1.67, volume: 312_000_000 },
        warnings: {
          change: "Change is set to +3.05 to match.",
          changePercent: "Change % is set to +1.67 to match.",
          high: "High is raised to the new Last, 186.05.",
          volume: "Volume was sent empty and keeps the value 312000000",
        },
      },
    ]);
    const odd = { last: 186, change: 174.97, changePercent: -0.5, high: 180, low: 179 };
    const second = await api("PUT", `/api/markets/${id}`, odd);
    expect([second.status, second.body]).toMatchObject([
      200,
      {
        ...odd,
        warnings: {
          high: "High 180.00 is below Last 186.00",
          changePercent: expect.stringContaining("do not match Last 186.00"),
        },
      },
    ]);
    const calm = await api("PUT", `/api/markets/${id}`, {
      last: 186.5,
      change: 2,
      changePercent: 1.08,
      high: 187,
    });
    expect(calm.body).not.toHaveProperty("warnings");
    const emptied = await api("PUT", `/api/markets/${id}`, { high: null, change: null });
    expect(emptied.body).toMatchObject({ high: null, change: null });
  });

  it("are calculated for a new quote with one of the two", async () => {
    const named = { name: "MDAX", category: "Indices" };
    const added = await api("POST", "/api/markets", { ...named, last: 101, changePercent: 1 });
    expect([added.status, added.body]).toMatchObject([201, { change: 1, changePercent: 1 }]);
    expect(added.body).not.toHaveProperty("warnings");
    await applyPaste(MARKET, "Name\tLast\tChange\nSDAX\t99\t−1");
    expect(await database.rows("select change_percent from quotes where name = 'SDAX'")).toEqual([
      { change_percent: "-1.00" },
    ]);
  });

  it("need confirmation in a form if they contradict each other", async () => {
    const id = await quote();
    const values = { name: "DAX", category: "Indices", last: "184.48", high: "184", low: "", volume: "" };
    const refused = await post(`/admin/market/${id}/edit`, {
      ...values,
      change: "174.97",
      changePercent: "-0.5",
    });
    const page = await pageOf(refused);
    expect(refused.status).toBe(422);
    expect(page).toContain("High 184.00 is below Last 184.48");
    expect(page).toContain("Change +174.97 and Change % −0.50 do not match Last 184.48");
    expect(page).toContain("Save anyway");
    expect(await figuresOf(id)).toMatchObject({ high: "185.10" });
    const sent = { ...values, change: "174.97", changePercent: "-0.5", confirmed: "on" };
    const confirmed = await post(`/admin/market/${id}/edit`, { ...sent, asked: hiddenIn(page, "asked") });
    expect(confirmed.status).toBe(303);
    // As the contract says of the form: an empty volume is 0.
    expect(await figuresOf(id)).toMatchObject({ high: "184", change: "174.97", volume: "0", low: null });
  });
});

/** A record of each kind with a price, and a tenfold price, by the entry points that accept it. */
const PRICED = [
  {
    ...{ path: "market", api: "markets", table: "quotes", field: "last", column: "last" },
    record: { name: "DAX", last: "184.48" },
    form: { name: "DAX", category: "Indices", last: "1844.8" },
    named: ["Name", "DAX"],
    words:
      "Last 1,844.80 is ten times the last known price, 184.48: is the decimal point in the right place?",
  },
  {
    ...{ path: "market-movers", api: "market-movers/admin", table: "movers", field: "last", column: "last" },
    record: { name: "Nvidia", last: "184.48", change_percent: "1" },
    form: { name: "Nvidia", moverType: "gainers", last: "1844.8", changePercent: "1" },
    named: ["Name", "Nvidia"],
    words:
      "Last 1,844.80 is ten times the last known price, 184.48: is the decimal point in the right place?",
  },
  {
    ...{
      path: "stock-picks",
      api: "stock-picks",
      table: "stock_picks",
      field: "currentPrice",
      column: "current_price",
    },
    record: { ticker: "TENX", current_price: "184.48", audience: "private", category: "Tenet" },
    form: { ticker: "TENX", name: "A pick", category: "Tenet", currentPrice: "1844.8", audience: "private" },
    named: ["Ticker", "TENX"],
    words:
      "Current price 1,844.80 is ten times the last known price, 184.48: is the decimal point in the right place?",
  },
  {
    ...{
      path: "trade-alert",
      api: "trade-alert",
      table: "trade_alerts",
      field: "currentPrice",
      column: "current_price",
    },
    record: { ticker: "TENA", current_price: "184.48", target_price: "210", audience: "private" },
    form: {
      ticker: "TENA",
      name: "An alert",
      tag: "buy",
      targetPrice: "2100",
      analysis: "Why.",
      currentPrice: "1844.8",
      audience: "private",
    },
    words:
      "Current price 1,844.80 is ten times the last known price, 184.48: is the decimal point in the right place?",
  },
] as const;

describe.each(PRICED)("a price of $path ten times off", (kind) => {
  const { path, table, field, column, words, form } = kind;
  const add = () => insertRecord(database, table, kind.record);
  const price = async (id: string) => (await stored(id, table))?.[column];

  it("needs confirmation in the form, and is saved once it is ticked", async () => {
    const id = await add();
    const address = `/admin/${path}/${id}/edit`;
    const refused = await post(address, { ...form });
    const page = await pageOf(refused);
    expect([refused.status, page.includes(words)]).toEqual([422, true]);
    expect(await price(id)).toBe("184.48");
    // A box ticked for another warning does not confirm this one.
    const other = await post(address, { ...form, confirmed: "on", asked: "another" });
    expect([other.status, await price(id)]).toEqual([422, "184.48"]);
    const saved = await post(address, { ...form, confirmed: "on", asked: hiddenIn(page, "asked") });
    expect([saved.status, await price(id)]).toEqual([303, "1844.8"]);
    // A saved price needs no second confirmation.
    expect((await post(address, formValuesIn(await html(address)))).status).toBe(303);
  });

  it("is compared with the new company as soon as the record's company changes", async () => {
    await quote({ ...{ name: "Other Plc", symbol: "OTHR", last: "18.448" }, high: null, low: null });
    const id = await add();
    const other = { name: "Other Plc", ...{ [path === "market" ? "symbol" : "ticker"]: "OTHR" } };
    const address = `/admin/${path}/${id}/edit`;
    const typed = formValuesIn(await html(address));
    const sent = Object.fromEntries(Object.entries(other).filter(([key]) => key in typed));
    const refused = await post(address, { ...typed, ...sent });
    expect([refused.status, await price(id)]).toEqual([422, "184.48"]);
    expect(await pageOf(refused)).toContain("184.48 is ten times the last known price, 18.448");
    const saved = await api("PUT", `/api/${kind.api}/${id}`, sent);
    expect([saved.status, saved.body.warnings?.[field]]).toEqual([
      200,
      expect.stringContaining("184.48 is ten times the last known price, 18.448"),
    ]);
  });

  it("is saved with a warning over the API", async () => {
    const id = await add();
    const saved = await api("PUT", `/api/${kind.api}/${id}`, { [field]: 1844.8 });
    expect([saved.status, saved.body[field], saved.body.warnings[field]]).toEqual([200, 1844.8, words]);
    const near = await api("PUT", `/api/${kind.api}/${id}`, { [field]: 1900 });
    // For a mover the warning says that its change is recalculated.
    expect(near.body.warnings?.[field]).toBeUndefined();
  });
});

/** Alerts change in their forms only. */
describe.each(
  PRICED.flatMap((kind) => ("named" in kind ? [kind] : [])),
)("a price of $path ten times off", (kind) => {
  const { path, table, field, column, words, named } = kind;
  const add = () => insertRecord(database, table, kind.record);
  const price = async (id: string) => (await stored(id, table))?.[column];

  it("needs confirmation in its row", async () => {
    const id = await add();
    const refused = await inline(path, id, { [field]: "1844.8" });
    const page = await pageOf(refused);
    expect([refused.status, page.includes(words), await price(id)]).toEqual([422, true, "184.48"]);
    expect(page).toContain(`form="inline-${id}"`);
    const answer = { confirmed: "on", asked: hiddenIn(page, "asked") };
    expect((await inline(path, id, { [field]: "1844.9", ...answer })).status).toBe(422);
    expect((await inline(path, id, { [field]: "1844.8", ...answer })).status).toBe(303);
    expect(await price(id)).toBe("1844.8");
  });

  it("needs confirmation in a paste, and the others are saved", async () => {
    const id = await add();
    const [key, name] = named;
    const label = field === "last" ? "Last" : "Current price";
    const to = `/admin/${path}/paste`;
    const more =
      path === "stock-picks"
        ? "\tName\tCategory"
        : path === "market-movers"
          ? "\tChange %\tList"
          : "\tCategory";
    const cells =
      path === "stock-picks" ? "\tOther\tTenet" : path === "market-movers" ? "\t1\tGainers" : "\tIndices";
    const text = `${key}\t${label}${more}\n${name}\t1844.8${cells.replace("Other", "A pick")}\nNEW\t5${cells}`;
    const page = await comparePaste(to, text);
    expect(page).toContain(words);
    expect(counterFor(page)).toMatchObject({ all: 2, added: 1, changed: 1, to: 1 });
    expect(page).toContain("Apply 1 row and the ticked ones");
    const answer = await applyPaste(to, text);
    const left = await pageOf(answer);
    expect(left).toMatch(/1 [\w ]+ added, 0 changed\. Refused and unticked rows are still here\./);
    expect(await price(id)).toBe("184.48");
    const [tick = ""] = ticksIn(left);
    const rest = /<textarea[^>]*name="text"[^>]*>\s*([^<]*)<\/textarea>/.exec(left)?.[1] ?? "";
    const sent = { text: rest, intent: "apply", shown: hiddenIn(left, "shown") };
    const none = await post(to, sent);
    expect([none.status, (await pageOf(none)).includes("Nothing was saved: tick the rows")]).toEqual([
      422,
      true,
    ]);
    expect((await post(to, { ...sent, tick: tick.replace(/:.*/, ":other") })).status).toBe(422);
    expect((await post(to, { ...sent, tick })).status).toBe(303);
    expect(await price(id)).toBe("1844.8");
  });
});

describe("the last known price", () => {
  it("is the instrument's, for a new record and for one of another kind", async () => {
    const listed = { name: "Volta Storage", symbol: "VLTA", category: "Stocks", last: "50.00" };
    await quote({ ...listed, high: null, low: null, change: null, change_percent: null });
    const alert = { ticker: "vlta", name: "Volta", tag: "buy", analysis: "Why." };
    const added = await api("POST", "/api/trade-alert", {
      ...alert,
      targetPrice: 640,
      stopLoss: 5,
      currentPrice: 500,
    });
    expect([added.status, added.body.warnings]).toMatchObject([
      201,
      {
        currentPrice: expect.stringMatching(
          /^Current price 500\.00 is ten times the last known price, 50\.00 on /,
        ),
        targetPrice: expect.stringMatching(/^Target price 640\.00 is 13 times the last known price/),
        stopLoss: expect.stringMatching(/^Stop loss 5\.00 is a tenth of the last known price/),
      },
    ]);
    const brief = { ticker: "VLTA", companyName: "Volta", analysis: "Why.", buyZone: { min: 4.8, max: 480 } };
    const saved = await api("POST", "/api/daily-brief", brief);
    expect([saved.status, saved.body.warnings]).toMatchObject([
      201,
      {
        "buyZone.min": expect.stringMatching(/^Buy zone from 4\.80 is about a tenth of/),
        "buyZone.max": expect.stringMatching(/^Buy zone to 480\.00 is about ten times/),
      },
    ]);
    const pick = {
      ticker: "VLTA",
      name: "Volta",
      category: "Tenet",
      currentPrice: 51,
      currentYTP: 6.4,
      tp2028: 80,
    };
    const picked = await api("POST", "/api/stock-picks", pick);
    expect(Object.keys(picked.body.warnings)).toEqual(["currentYTP"]);
    const near = { ...alert, targetPrice: 64, stopLoss: 45, currentPrice: 50.5 };
    expect((await api("POST", "/api/trade-alert", near)).body).not.toHaveProperty("warnings");
  });

  it("is adjusted for splits, and in another currency needs confirmation", async () => {
    const before = new Date(Date.now() - 3 * 86_400_000);
    const id = await insertRecord(database, "quotes", {
      ...{ name: "Split", symbol: "SPLT", category: "Stocks", last: "1000", currency: "USD" },
      ...{ created_at: before, updated_at: before },
    });
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select instrument_id, current_date - 1, 10 from quotes where id = ?",
      [id],
    );
    const pick = { ticker: "SPLT", name: "Split", category: "Tenet" };
    const inShares = await api("POST", "/api/stock-picks", { ...pick, currentPrice: 101 });
    expect(inShares.body).not.toHaveProperty("warnings");
    const pence = await api("POST", "/api/stock-picks", { ...pick, currentPrice: 9900, currency: "GBX" });
    expect(pence.body.warnings.currentPrice).toContain("is in GBX, and the last known price, 100.00");
  });

  it("is not compared if the record changes its instrument", async () => {
    const id = await quote();
    const other = { name: "Nikkei", category: "Indices", last: "50110", high: "", low: "", volume: "" };
    expect((await post(`/admin/market/${id}/edit`, other)).status).toBe(303);
  });
});

describe("the price bound of each kind of instrument", () => {
  const BOUNDS = Object.fromEntries(
    ["stock", "etf", "index", "crypto", "currency", "commodity", "bond", "fund"].map((kind) => [kind, "25"]),
  );
  const save = (values: Record<string, string>) =>
    post("/admin/settings/prices", { ...BOUNDS, ...values }, "superadmin");

  it("is 25 per cent by default, or the owner's setting", async () => {
    const id = await quote();
    const set = (last: number) =>
      api("PUT", `/api/markets/${id}`, { last, high: null, low: null, change: null, changePercent: null });
    expect((await set(230.6)).body).not.toHaveProperty("warnings");
    expect((await set(300)).body.warnings.last).toBe("Last 300.00 is 30% above the last known price, 230.60");
    expect(await html("/admin/settings/prices", "superadmin")).toMatch(/name="index"[^>]*value="25"/);
    expect((await save({ index: "60", crypto: "80" })).status).toBe(303);
    expect((await set(450)).body).not.toHaveProperty("warnings");
    expect((await save({ index: "1.5" })).status).toBe(303);
    expect((await set(460)).body.warnings.last).toContain("2% above");
    const coin = await quote({
      name: "Coin",
      category: "Cryptocurrencies",
      change: null,
      change_percent: null,
    });
    const moved = { last: 250, high: null, low: null };
    expect((await api("PUT", `/api/markets/${coin}`, moved)).body.warnings.last).toContain("36% above");
  });

  it("is a percentage that only superadmins may change", async () => {
    for (const index of ["0", "-5", "much", "1,5", "10001"])
      expect([index, (await save({ index })).status]).toEqual([index, 422]);
    expect((await post("/admin/settings/prices", BOUNDS, "admin")).status).toBe(403);
  });
});

describe("closes far from their neighbours", () => {
  let instrument: string;
  beforeEach(async () => {
    await database.rows("delete from instruments where symbol = 'CLSE'");
    instrument = await insertRecord(database, "instruments", { symbol: "CLSE", name: "Close Plc" });
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, '2026-03-02', 100, 'import')",
      [instrument],
    );
  });
  afterEach(() => database.rows("delete from daily_prices"));

  const closes = () =>
    database.rows("select day::text, close from daily_prices where instrument_id = ? order by day", [
      instrument,
    ]);
  const WORDS = "Close 1,010.00 is about ten times the last known price, 100.00 on 2 Mar 2026";

  it("need confirmation when pasted", async () => {
    const to = "/admin/instruments/paste";
    const text = "Symbol,Day,Close\nCLSE,2026-03-03,1010\nCLSE,2026-03-04,102";
    const page = await comparePaste(to, text);
    expect(page).toContain(WORDS);
    expect(ticksIn(page)).toHaveLength(1);
    await applyPaste(to, text);
    expect(await closes()).toEqual([
      { day: "2026-03-02", close: "100" },
      { day: "2026-03-04", close: "102" },
    ]);
    const ticked = ticksIn(await comparePaste(to, text)).join(" ");
    expect((await applyPaste(to, text, { ticked })).status).toBe(303);
    expect(await closes()).toHaveLength(3);
  });

  it("need confirmation in an imported file, and the input stays", async () => {
    const to = `/admin/instruments/${instrument}/prices`;
    const text = "day,close\n2026-03-03,1010\n2026-03-04,102\n";
    const refused = await post(to, { text });
    const page = await pageOf(refused);
    expect([refused.status, page.includes(`2026-03-03: ${WORDS}`)]).toEqual([422, true]);
    expect(page).toContain(`${text}</textarea>`);
    expect(await closes()).toHaveLength(1);
    const answer = { confirmed: "on", asked: hiddenIn(page, "asked") };
    const other = await post(to, { text: text.replace("1010", "1020"), ...answer });
    expect(other.status).toBe(422);
    expect((await post(to, { text, ...answer })).status).toBe(303);
    expect(await closes()).toHaveLength(3);
    // Stored closes need no second confirmation.
    expect((await post(to, { text })).status).toBe(303);
  });

  it("keep stored figures for an empty cell or a missing column", async () => {
    const ranged = "update daily_prices set high = 104, low = 98, volume = 312000000 where instrument_id = ?";
    const figures = () =>
      database.rows("select close, high, low, volume from daily_prices where instrument_id = ?", [
        instrument,
      ]);
    const kept = { high: "104", low: "98", volume: "312000000" };
    await database.rows(ranged, [instrument]);
    const text = "Symbol,Day,Close,High,Volume\nCLSE,2026-03-02,101,,";
    expect((await applyPaste("/admin/instruments/paste", text)).status).toBe(303);
    expect(await figures()).toEqual([{ close: "101", ...kept }]);
    const to = `/admin/instruments/${instrument}/prices`;
    expect((await post(to, { text: "day,close,volume\n2026-03-02,102," })).status).toBe(303);
    expect(await figures()).toEqual([{ close: "102", ...kept }]);
    expect((await post(to, { text: "day,close\n2026-03-02,105" })).status).toBe(303);
    expect(await figures()).toEqual([{ close: "105", ...kept, high: null }]);
  });

  it("are explained by a recorded split", async () => {
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, '2026-03-03', 10)", [
      instrument,
    ]);
    const page = await comparePaste("/admin/instruments/paste", "Symbol,Day,Close\nCLSE,2026-03-03,10.1");
    expect(ticksIn(page)).toEqual([]);
  });
});

it("keep their ticks across the pages of a long comparison", async () => {
  const names = Array.from({ length: 210 }, (_, nth) => `Quote ${nth}`);
  for (const name of names) await insertRecord(database, "quotes", { name, last: "10" });
  const text = ["Name,Last", ...names.map((name) => `${name},100`)].join("\n");
  const first = await comparePaste(MARKET, text);
  const ticks = ticksIn(first);
  expect(ticks).toHaveLength(200);
  expect(first).toContain("Apply the ticked rows");
  const body = new FormData();
  for (const [name, value] of Object.entries({ text, intent: "all:200" })) body.append(name, value);
  for (const tick of ticks) body.append("tick", tick);
  const sent = { method: "POST", cookies: await staffCookies("admin") };
  const second = await pageOf(await app.request(MARKET, { ...sent, body }));
  const ticked = hiddenIn(second, "ticked");
  expect(ticked.split(" ")).toHaveLength(200);
  const applied = await post(MARKET, { text, intent: "apply", shown: hiddenIn(second, "shown"), ticked });
  expect(await pageOf(applied)).toContain(
    "0 quotes added, 200 changed. Refused and unticked rows are still here",
  );
  expect(await database.rows("select 1 from quotes where last = 100")).toHaveLength(200);
});
