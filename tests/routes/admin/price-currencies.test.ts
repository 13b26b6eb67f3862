import { formValuesIn } from "tests/support/form-values";
import { comparePaste } from "tests/support/pasting";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { api, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, describe, expect, it } from "vitest";

/**
 * Prices of one instrument in pence, pounds, dollars and euros, and of a symbol that two companies have had.
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

const QUOTE = {
  ...{ path: "/admin/market", api: "/api/markets", table: "quotes", key: "Name", value: "Diageo" },
  ...{ price: "last", label: "Last", column: "last" },
  record: { name: "Diageo", symbol: "DGE", last: "1992", currency: "GBX", category: "Stocks" },
};
const PICK = {
  ...{
    path: "/admin/stock-picks",
    api: "/api/stock-picks",
    table: "stock_picks",
    key: "Ticker",
    value: "DGE",
  },
  ...{ price: "currentPrice", label: "Current price", column: "current_price" },
  record: { name: "Diageo", ticker: "DGE", current_price: "1992", currency: "GBX" },
};
const ALERT = {
  ...{ path: "/admin/trade-alert", api: "/api/trade-alert", table: "trade_alerts", key: "", value: "" },
  ...{ price: "currentPrice", label: "Current price", column: "current_price" },
  record: { name: "Diageo", ticker: "DGE", current_price: "1992", currency: "GBX", target_price: "2200" },
};
type Kind = typeof QUOTE;

const add = (kind: Kind | typeof PICK | typeof ALERT) => insertRecord(database, kind.table, kind.record);

/** The confirmation or warning of each entry point. */
async function saveEverywhere(
  kind: Kind | typeof PICK | typeof ALERT,
  id: string,
  sent: Record<string, string>,
) {
  const form = `${kind.path}/${id}/edit`;
  const byForm = await post(form, { ...formValuesIn(await html(form)), ...sent });
  const columns = Object.keys(sent);
  const labels: Record<string, string> = { [kind.price]: kind.label, currency: "Currency" };
  const table = [
    [kind.key, ...columns.map((name) => labels[name])].join("\t"),
    [kind.value, ...columns.map((name) => sent[name])].join("\t"),
  ].join("\n");
  const [byPaste, byApi] = [
    kind.key ? await comparePaste(`${kind.path}/paste`, table) : "",
    await api("PUT", `${kind.api}/${id}`, sent),
  ];
  const plain = (text: string) => text.replaceAll("<!-- -->", "");
  return {
    form: byForm.status === 422 ? plain(await byForm.text()) : "nothing asked",
    paste: !kind.key || byPaste.includes('name="tick"') ? byPaste : "nothing asked",
    api: byApi.body.warnings?.[kind.price] ?? "nothing told",
  };
}

describe.each([QUOTE, PICK, ALERT])("a price of $table in pence", (kind) => {
  const words = (price: string, end: string) =>
    new RegExp(`${kind.label} ${price} is .* the last known price, 19\\.92 GBP \\(1,992\\.00 GBX\\)${end}`);

  it.each([
    ["relabelled as pounds", { currency: "GBP" }, "1,992.00"],
    ["typed as pounds with a figure of pence", { [kind.price]: "1980", currency: "GBP" }, "1,980.00"],
  ])("needs confirmation when it is %s", async (_, sent, price) => {
    const messages = await saveEverywhere(kind, await add(kind), sent);
    const right = words(price, ".*: is it in GBP\\?");
    expect(messages.form).toMatch(right);
    if (kind.key) expect(messages.paste).toMatch(right);
    expect(messages.api).toMatch(right);
  });

  it("needs none if the pounds are the same amount", async () => {
    const target: Record<string, string> = kind === ALERT ? { targetPrice: "22" } : {};
    const messages = await saveEverywhere(kind, await add(kind), {
      [kind.price]: "19.85",
      currency: "GBP",
      ...target,
    });
    expect([messages.form, messages.api]).toEqual(["nothing asked", "nothing told"]);
  });

  it("needs confirmation once when it changes to dollars", async () => {
    const id = await add(kind);
    const messages = await saveEverywhere(kind, id, { [kind.price]: "105", currency: "USD" });
    const right = /105\.00 is in USD, and the last known price, 1,992\.00.* is in GBX: is USD right\?/;
    for (const words of [messages.form, messages.api]) expect(words).toMatch(right);
    // The API has saved it: the next dollar price is compared with dollars.
    const again = await saveEverywhere(kind, id, { [kind.price]: "106" });
    expect([again.form, again.api]).toEqual(["nothing asked", "nothing told"]);
    const far = await saveEverywhere(kind, id, { [kind.price]: "1060" });
    expect(far.form).toContain("ten times the last known price");
  });
});

it("a pick in another currency than its company's quote is compared with its own price", async () => {
  await insertRecord(database, "quotes", { name: "Diageo", symbol: "DGE", last: "120", currency: "USD" });
  const { body } = await api("POST", "/api/stock-picks", {
    ...{ ticker: "DGE", name: "Diageo", category: "Tenet", currentPrice: 1992, currency: "GBX" },
  });
  expect(body.warnings.currentPrice).toContain("is in GBX, and the last known price, 120.00");
  const near = await api("PUT", `/api/stock-picks/${body._id}`, { currentPrice: 2000 });
  expect(near.body.warnings).toBeUndefined();
  const far = await api("PUT", `/api/stock-picks/${body._id}`, { currentPrice: 20 });
  expect(far.body.warnings.currentPrice).toContain("a hundredth of the last known price, 2,000.00");
});

it("a record is compared with its own company, even if its symbol has passed to another", async () => {
  const meta = await insertRecord(database, "instruments", {
    symbol: "FB",
    name: "Facebook",
    currency: "USD",
  });
  const alert = await insertRecord(database, "trade_alerts", {
    ...{ name: "Facebook", ticker: "FB", current_price: "330", target_price: "400", currency: "USD" },
  });
  const page = `/admin/instruments/${meta}/edit`;
  await post(page, { ...formValuesIn(await html(page)), symbol: "META" });
  const other = await insertRecord(database, "instruments", {
    symbol: "FB",
    name: "ProShares",
    currency: "USD",
  });
  await database.rows(
    "insert into daily_prices (instrument_id, day, close, source) values (?, current_date - 1, 41, 'import')",
    [other],
  );
  const own = await api("PUT", `/api/trade-alert/${alert}`, { currentPrice: 335 });
  expect(own.body.warnings?.currentPrice).toBeUndefined();
  // A new record with the symbol belongs to its current company.
  const added = await api("POST", "/api/trade-alert", {
    ...{ ticker: "FB", name: "ProShares", tag: "buy", analysis: "Why.", targetPrice: 50, currentPrice: 410 },
  });
  expect(added.body.warnings.currentPrice).toContain("ten times the last known price, 41.00");
});
