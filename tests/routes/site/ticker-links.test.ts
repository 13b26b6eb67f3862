import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, expect, it } from "vitest";

setUpApp();

const NO_END = { close_price: null, close_ratio: null, close_reason: null };
const OPEN = { ...NO_END, state: "open", ended_on: null };
const WITHDRAWN = { ...NO_END, state: "withdrawn" };

/** Each with its own company, which nothing else names. */
const CALLS: Record<string, readonly [daysAgo: number, values: Record<string, unknown>]> = {
  SETTLEDA: [40, {}],
  SETTLEDP: [40, { kind: "pick", list: "Tenet" }],
  NORESULT: [40, { entry_price: null }],
  NOENTRY: [40, { entry_price: "0" }],
  GONE: [40, WITHDRAWN],
  MISTAKEN: [40, { ...WITHDRAWN, mistake: true }],
  WAITING: [3, {}],
  WAITNONE: [3, { entry_price: null }],
  WAITGONE: [3, WITHDRAWN],
  OPEN: [3, OPEN],
  PRIVATE: [40, { audience: "private" }],
  PRIVGONE: [3, { ...WITHDRAWN, audience: "private" }],
  PRIVNONE: [3, { entry_price: null, audience: "private" }],
};

const ids: string[] = [];

beforeAll(async () => {
  for (const [symbol, [daysAgo, values]] of Object.entries(CALLS))
    ids.push(
      await insertSettledCall(daysAgo, { symbol, name: `${symbol} Plc`, author: "Ann Author", ...values }),
    );
  await insertRecord(database, "trade_alerts", { ticker: "ALERTED", name: "Alerted Plc" });
  await insertRecord(database, "stock_picks", { ticker: "PICKED", name: "Picked Plc" });
  await insertRecord(database, "daily_briefs", { ticker: "BRIEFED", company_name: "Briefed Plc" });
});

const LISTS = [
  "/",
  "/track-record",
  "/track-record/withdrawn",
  "/trade-alert",
  "/stock-picks",
  "/daily-brief",
];

it.each([
  ["visitor", 6],
  ["basic", 6],
  ["premium", 9],
  ["private", 11],
] as const)(
  "every ticker shown to %s links to a page, for calls in every state",
  spec("beyond company public calls alone"),
  async (who, calls) => {
    const cookies = who === "visitor" ? undefined : await app.cookiesOf(who);
    const paths = [...LISTS, "/author/ann-author", ...ids.map((id) => `/track-record/${id}`)];
    const companies = new Set<string>();
    let opened = 0;
    for (const path of paths) {
      const reply = await app.request(path, { cookies });
      const page = await reply.text();
      if (ids.some((id) => path.endsWith(id)) && reply.status === 200) opened += 1;
      for (const [, href = ""] of page.matchAll(/href="(\/stock\/[^"/?#]+)"/g)) companies.add(href);
    }
    const answers: Record<string, number> = {};
    for (const href of companies) answers[href] = (await app.request(href, { cookies })).status;
    expect(answers).toEqual(Object.fromEntries([...companies].map((href) => [href, 200])));
    expect(opened).toBe(calls);
  },
);
