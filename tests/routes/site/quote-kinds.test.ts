import { insertRecord } from "tests/support/record-factories";
import { database, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";

setUpApp();

const kindOf = async (symbol: string) =>
  (await database.rows<{ kind: string }>("select kind from instruments where symbol = ?", [symbol]))[0]?.kind;

it("a quote sets its instrument's kind by name as it does by symbol", async () => {
  await insertRecord(database, "instruments", { symbol: "TESTPAIR", name: "TES/TPR" });
  expect(await kindOf("TESTPAIR")).toBe("stock");
  await insertRecord(database, "quotes", { category: "Currencies", name: "TES/TPR", last: "1.2" });
  expect(await kindOf("TESTPAIR")).toBe("currency");
});

it("a quote in a new category changes a stock's kind, but no other kind", async () => {
  const quote = { name: "Movable", symbol: "MOVABLE", last: "1.2" };
  const id = await insertRecord(database, "quotes", { ...quote, category: "Stocks" });
  const move = (category: string) =>
    database.rows("update quotes set category = ? where id = ?", [category, id]);
  await move("ETFs");
  expect(await kindOf("MOVABLE")).toBe("etf");
  await move("Stocks");
  expect(await kindOf("MOVABLE")).toBe("etf");
});
