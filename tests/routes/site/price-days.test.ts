import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { beforeAll, describe, expect, it } from "vitest";
import { dayInWords } from "~/ui/charts/calendar";

/* Companies whose prices are known only by day, with a call on each at another price than its day's close. */

setUpApp();

const DAY = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
const at = (ago: number, time: string) => `${day(ago)}T${time}Z`;

let premium: string;
const alerts: Record<string, string> = {};

/** A company with closes of these days, and an alert from five days ago at 107.77. */
async function company(symbol: string, closes: Record<number, string>): Promise<void> {
  const recordId = randomUUID();
  const name = `${symbol} Works`;
  alerts[symbol] = recordId;
  const instrument = await insertRecord(database, "instruments", { symbol, name, currency: "USD" });
  for (const [ago, close] of Object.entries(closes))
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, ?, ?, 'test')",
      [instrument, day(Number(ago)), close],
    );
  await insertRecord(database, "trade_alerts", {
    ...{ id: recordId, ticker: symbol, name, currency: "USD", holding_period: "3 weeks" },
    ...{ created_at: at(5, "09:30:00"), updated_at: at(5, "09:30:00"), current_price: "107.77" },
    ...{ target_price: "130", stop_loss: "90" },
  });
  await insertRecord(database, "calls", {
    ...{ kind: "alert", record_id: recordId, symbol, name, direction: "buy", instrument_id: instrument },
    ...{ made_at: at(5, "09:30:00"), entry_at: at(6, "23:59:59"), entry_price: "107.77", currency: "USD" },
    ...{ target: "130", stop: "90", last_day: day(-16) },
  });
}

beforeAll(async () => {
  premium = await app.cookiesOf("premium");
  await company("CLOSED", { 6: "107.77", 5: "111.11", 4: "112.22", 2: "109.99", 1: "110.88" });
  await company("TODAY", { 6: "107.77", 5: "111.11", 1: "112.22", 0: "113.33" });
});

const html = async (path: string) => (await app.request(path, { cookies: premium })).text();
const wordsOf = (text: string) => text.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
const words = async (path: string) => wordsOf((await html(path)).split("<main")[1] ?? "");

const MINUTE = /113\.33.{0,40}\d\d:\d\d|110\.88.{0,40}\d\d:\d\d/;

describe("a price known only by its day", () => {
  it("is called a close once that day is over, and shows no time", async () => {
    const price = `110.88 USD at the close of ${dayInWords(day(1))}`;
    expect(await words("/stock/CLOSED")).toContain(price);
    expect(await words(`/trade-alert/${alerts.CLOSED}`)).toContain(price);
    for (const path of ["/stock/CLOSED", `/trade-alert/${alerts.CLOSED}`, "/trade-alert", "/search?q=CLOSED"])
      expect([path, MINUTE.exec(await words(path))?.[0]]).toEqual([path, undefined]);
  });

  it("is not called a close before that, and shows no time", async () => {
    const price = `113.33 USD on ${dayInWords(day(0))}`;
    for (const path of ["/stock/TODAY", `/trade-alert/${alerts.TODAY}`]) {
      expect(await words(path)).toContain(price);
    }
    const drawn = `Daily close, in USD, to ${dayInWords(day(1))}, and the last price of`;
    expect(await words("/stock/TODAY")).toContain(drawn);
    for (const path of ["/stock/TODAY", `/trade-alert/${alerts.TODAY}`, "/trade-alert", "/search?q=TODAY"]) {
      const text = await words(path);
      expect([path, MINUTE.exec(text)?.[0]]).toEqual([path, undefined]);
      expect(text).not.toMatch(/113\.33 (USD )?at the close/);
    }
  });
});

it("a price known only by its day has no time for machines or on hover", async () => {
  const time = /110\.88.{0,200}?<time ([^>]*)>/s.exec(await html("/trade-alert"))?.[1];
  expect(time).toBe(`dateTime="${day(1)}"`);
});

describe("the price of a call's entry", () => {
  it("is labelled as the entry, while the company's page shows the day's close", async () => {
    const alert = await words(`/trade-alert/${alerts.CLOSED}`);
    const made = dayInWords(day(5));
    expect(alert).toContain(`${made} 107.77 Made at`);
    expect(alert).toContain(`${dayInWords(day(4))} 112.22 Highest close`);
    expect(alert).toContain(`${dayInWords(day(2))} 109.99 Lowest close`);
    expect(alert).not.toMatch(/107\.77 (Lowest|Highest) close/);
    expect(await words("/stock/CLOSED")).toContain("111.11 at the close");
  });
});
