import { database } from "tests/support/running-app";
import { api, get, post, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { describe, expect, it } from "vitest";

/** Steps of staff with calls. After each of them every page counts the same open calls. */

// Without jobs, so no run settles calls in between.
setUpStaffApp({ SITE_TZ: "America/New_York" });

const today = () => new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });
const ids: Record<string, string> = {};

async function alert(ticker: string, more: object = {}): Promise<void> {
  const fields = { tag: "buy", targetPrice: 120, stopLoss: 90, currentPrice: 100, analysis: "Why." };
  const named = { ticker, name: `${ticker} Plc`, author: "Ada Open" };
  ids[ticker] = (await api("POST", "/api/trade-alert", { ...named, ...fields, ...more })).body.id;
}
const change = (ticker: string, values: object) => api("PUT", `/api/trade-alert/${ids[ticker]}`, values);

async function close(symbol: string, price: string): Promise<void> {
  const [call] = await database.rows<{ id: string }>(
    "select id from calls where symbol = ? and state = 'open'",
    [symbol],
  );
  const sent = { on: today(), price, note: "By hand.", reason: "by hand", confirmed: "on" };
  expect((await post(`/admin/calls/${call?.id}`, sent)).status).toBe(303);
}

const words = async (path: string, who: Person) =>
  (await (await get(path, who)).text()).replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
const countIn = (text: string, pattern: RegExp) =>
  Number(pattern.exec(text.replace("One call", "1 call"))?.[1] ?? 0);

/** The open alerts and open calls that each page counts for a person. */
async function countedTo(who: Person) {
  const { open } = (await (await get("/track-record.json", who)).json()) as {
    open: { alerts: number; picks: number };
  };
  return {
    alerts: [
      countIn(await words("/", who), /(\d+) calls? (?:is|are) open/),
      countIn(await words("/trade-alert", who), /Open, (\d+)/),
    ],
    calls: countIn(await words("/author/ada-open", who), /(\d+) open/),
    record: [open, countIn(await words("/track-record", who), /(\d+) calls? open/)],
  };
}

/** A step; then the open alerts for members, those for Private members only, and the picks. */
const STEPS: readonly (readonly [string, () => Promise<unknown>, readonly [number, number, number]])[] = [
  ["one of a week", () => alert("OPNA"), [1, 0, 0]],
  ["one until tomorrow", () => alert("OPNB", { holdingPeriod: "1 day" }), [2, 0, 0]],
  ["one without an end date", () => alert("OPNC", { holdingPeriod: "until it works" }), [3, 0, 0]],
  ["one whose last day is today", () => alert("OPNG", { holdingPeriod: "0 days" }), [4, 0, 0]],
  ["one for Private members", () => alert("OPND", { audience: "private" }), [4, 1, 0]],
  ["a draft", () => alert("OPNE", { status: "draft" }), [4, 1, 0]],
  [
    "a pick",
    () =>
      api("POST", "/api/stock-picks", {
        ...{ ticker: "OPNP", name: "Pick Co", category: "Tenet", author: "Ada Open" },
        ...{ currentPrice: 50, currentYTP: 70 },
      }),
    [4, 1, 1],
  ],
  ["one is deleted", () => api("DELETE", `/api/trade-alert/${ids.OPNB}`), [3, 1, 1]],
  ["one is a draft again", () => change("OPNC", { status: "draft" }), [2, 1, 1]],
  [
    "the deleted one comes back",
    async () => {
      const [bin] = await database.rows<{ id: string }>("select id from binned_records");
      expect((await post(`/admin/bin/${bin?.id}`, { do: "restore" })).status).toBe(303);
    },
    [3, 1, 1],
  ],
  ["the draft is published", () => change("OPNC", { status: "published" }), [4, 1, 1]],
  ["one is turned round", () => change("OPNA", { tag: "sell", targetPrice: 80, stopLoss: 110 }), [4, 1, 1]],
  ["one is closed by hand", () => close("OPNC", "101"), [3, 1, 1]],
  ["the pick is closed by hand", () => close("OPNP", "51"), [3, 1, 0]],
  ["the closed one gets a longer period", () => change("OPNC", { holdingPeriod: "3 months" }), [4, 1, 0]],
  ["the private one is for members", () => change("OPND", { audience: "members" }), [5, 0, 0]],
  [
    "one is over and waits for its price",
    async () => {
      await database.rows("update calls set last_day = last_day - 20 where symbol = 'OPNB'");
      await database.rows(
        "update trade_alerts set created_at = created_at - interval '20 days' where ticker = 'OPNB'",
      );
    },
    [4, 0, 0],
  ],
];

describe("the set of open calls", () => {
  it.each(STEPS)("is the same on all pages after: %s", async (_step, take, expected) => {
    await take();
    const [members, forPrivate, picks] = expected;
    const all = members + forPrivate;
    const record = [{ alerts: all, picks }, all + picks];
    expect({ premium: await countedTo("premium"), private: await countedTo("private") }).toEqual({
      premium: { alerts: [members, members], calls: members + picks, record },
      private: { alerts: [all, all], calls: all + picks, record },
    });
  });
});
