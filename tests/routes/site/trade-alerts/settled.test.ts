import { em } from "db/orm.server";
import { serverPageCache } from "tests/support/cached-pages";
import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { daysAgo, insertSettledCall, settleCalls } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openOlderCalls, recordCall } from "~/features/calls/record-calls.server";
import { settlementRound } from "~/features/calls/settlement/settle-calls.server";
import { dayInWords } from "~/ui/charts/calendar";

const DAY = 86_400_000;
const ids: Record<string, string> = {};
const cookies: Record<string, string> = {};

setUpApp();

beforeAll(async () => {
  for (const who of ["premium", "private", "admin"] as const) cookies[who] = await app.cookiesOf(who);
});

const posted = (days: number) => new Date(Date.now() - days * DAY);
const write = async (name: string, values: Record<string, unknown>) => {
  ids[name] = await insertRecord(database, "trade_alerts", { name, ticker: "STOPPED", ...values });
};
const settle = (name: string, days: number, values: Record<string, unknown> = {}) =>
  insertSettledCall(days, { record_id: ids[name], name, symbol: "STOPPED", ...values });

beforeEach(async () => {
  await database.empty("calls", "trade_alerts");
  // Newest first: stopped before its year ended, open, stopped without a countable period, ended by its
  // period.
  await write("Stopped", { created_at: posted(3), holding_period: "1 year" });
  await write("Open", { created_at: posted(4), holding_period: "1 year" });
  await write("Vague", { created_at: posted(5), holding_period: "until earnings" });
  await write("Over", { created_at: posted(60), holding_period: "2 weeks" });
});

const textOf = async (path: string, who = "premium") =>
  (await app.request(path, { cookies: cookies[who] })).text();
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? "no main";
const wordsOf = (html: string) => html.replace(/<[^>]+>|<!-- -->/g, " ").replace(/\s+/g, " ");
const order = (html: string) =>
  [...mainOf(html).matchAll(/<h3><a href="\/trade-alert\/([0-9a-f-]{36})"/g)].map(
    ([, id]) => Object.keys(ids).find((name) => ids[name] === id) ?? "?",
  );
const settledAt = async (name: string) =>
  (
    await database.rows<{ at: Date | null }>("select settled_at as at from trade_alerts where id = ?", [
      ids[name],
    ])
  )[0]?.at;

describe("an alert whose call settled before its period ended", () => {
  it("is listed with the ended alerts, last ended first", spec("beyond alert over once was"), async () => {
    await settle("Stopped", 2, { close_reason: "stop" });
    await settle("Vague", 1);
    expect(order(await textOf("/trade-alert"))).toEqual(["Open", "Vague", "Stopped", "Over"]);
    const open = (await textOf("/")).split("Trade Alerts").at(-1) ?? "";
    expect(open.indexOf(ids.Open ?? "")).toBeLessThan(open.indexOf(ids.Vague ?? ""));
  });

  it("appears exactly once across all pages", spec("beyond alert over once was"), async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      await write(`Many ${nth}`, { created_at: posted(nth + 6), holding_period: "1 year" });
      if (nth % 2 === 0) await settle(`Many ${nth}`, 1);
    }
    await settle("Stopped", 2);
    const pages = [1, 2].map((page) => textOf(`/trade-alert?page=${page}`));
    const [first = [], second = []] = (await Promise.all(pages)).map(order);
    expect(first.filter((name) => name === "Open" || /[13579]$/.test(name))).toHaveLength(11);
    expect([...first, ...second].toSorted()).toEqual(
      Object.keys(ids)
        .filter((name) => !/\d{3}/.test(name))
        .toSorted(),
    );
    for (const name of Object.keys(ids)) if (name.startsWith("Many")) delete ids[name];
  });

  it("is open again once it makes a new call", async () => {
    await settle("Stopped", 2, { number: 1 });
    expect(await settledAt("Stopped")).toBeInstanceOf(Date);
    const again = { state: "open", ended_on: null, close_price: null, close_ratio: null, close_reason: null };
    await settle("Stopped", 2, { ...again, number: 2 });
    expect(await settledAt("Stopped")).toBe(null);
    expect(order(await textOf("/trade-alert"))).toEqual(["Stopped", "Open", "Vague", "Over"]);
  });

  it("has no settlement time if its period ended first", async () => {
    await settle("Over", 1);
    expect(await settledAt("Over")).toBe(null);
  });

  it("shows its end on its page, its company's page and related pages", async () => {
    await settle("Stopped", 2, { close_reason: "stop" });
    const page = wordsOf(await textOf(`/trade-alert/${ids.Stopped}`));
    const day = dayInWords(daysAgo(2), "short-date");
    expect(page).toContain(`Ended ${day}`);
    expect(page).toContain("Days left Over");
    expect(page).not.toContain("Hold until");
    const company = wordsOf(await textOf("/stock/STOPPED"));
    expect(company).toContain("Stop +12.3% settled");
    expect(wordsOf(await textOf(`/trade-alert/${ids.Open}`))).toMatch(
      new RegExp(`Buy Stopped .{0,30}, ended ${day}`),
    );
  });

  it("appears ended only to Private members if it is for them", async () => {
    await database.rows("update trade_alerts set audience = 'private' where id = ?", [ids.Stopped]);
    await settle("Stopped", 2, { audience: "private" });
    expect(order(await textOf("/trade-alert", "private"))).toEqual(["Open", "Vague", "Stopped", "Over"]);
    expect(order(await textOf("/trade-alert"))).toEqual(["Stopped", "Open", "Vague", "Over"]);
  });

  it("appears open to members if it settled while it was for Private members", async () => {
    await database.rows("delete from trade_alerts where id = ?", [ids.Over]);
    const call = await settle("Stopped", 2, { audience: "private" });
    expect(await settledAt("Stopped")).toBe(null);
    const alerts = ["Stopped", "Open"].map((name) => `/trade-alert/${ids[name]}`);
    for (const path of ["/", "/trade-alert", "/stock/STOPPED", ...alerts]) {
      const words = wordsOf(mainOf(await textOf(path)));
      expect([path, /12\.3|ettled \d|[Ee]nded \d|left Over/.exec(words)?.[0]]).toEqual([path, undefined]);
      const data = await textOf(path === "/" ? "/_root.data" : `${path}.data`);
      expect([path, data.includes(call) || data.includes("112.34")]).toEqual([path, false]);
    }
    expect(wordsOf(await textOf(`/trade-alert/${ids.Stopped}`, "private"))).toContain("+12.3%");
  });

  it("is over for all readers once only Private members can read it again", async () => {
    await settle("Stopped", 2, { audience: "private" });
    for (const [audience, end] of [
      ["private", expect.any(Date)],
      ["members", null],
    ]) {
      await database.rows("update trade_alerts set audience = ? where id = ?", [audience, ids.Stopped]);
      expect([audience, await settledAt("Stopped")]).toEqual([audience, end]);
    }
  });
});

const price = (days: number, close: number) =>
  database.rows(
    `insert into daily_prices (instrument_id, day, close, source)
     select id, current_date + ?::int, ?, 'test' from instruments where symbol = 'SAVED'`,
    [days, close],
  );

/** An alert of twenty days ago whose target was reached ten days ago. @returns its unsettled call */
async function reached(): Promise<string> {
  await write("Saved", {
    ...{ ticker: "SAVED", target_price: "110", holding_period: "1 year", created_at: posted(20) },
  });
  await database.rows("delete from daily_prices");
  await price(-21, 100);
  await price(-10, 112);
  await price(-5, 105);
  await openOlderCalls();
  const [call] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [ids.Saved]);
  return call?.id ?? "";
}
const postCall = (call: string, body: Record<string, string>) =>
  app.request(`/admin/calls/${call}`, { method: "POST", cookies: cookies.admin, body });
const correct = (call: string) =>
  postCall(call, { newDay: daysAgo(5), newPrice: "105", newReason: "by hand", why: "It was not reached." });

describe("a call whose alert staff save at the same time", () => {
  const isWaiting = () =>
    database.rows(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%from trade_alerts%for no key update%'`,
    );

  /** Saves the alert in a transaction while `begin` waits for its row. */
  async function whileSaved<Result>(begin: () => Promise<Result>): Promise<Result> {
    const id = ids.Saved ?? "";
    let begun: Promise<Result> | undefined;
    try {
      await em().transactional(async (manager) => {
        await manager.execute("update trade_alerts set name = 'Saved again' where id = ?", [id]);
        begun = begin();
        await expect.poll(isWaiting).not.toEqual([]);
        await recordCall("alert", id, manager);
      });
    } finally {
      await begun;
    }
    return begun as Promise<Result>;
  }

  it("settles after the save without a deadlock", spec("beyond alert over once was"), async () => {
    await write("Saved", {
      ticker: "SAVED",
      current_price: "100",
      target_price: "110",
      holding_period: "1 year",
    });
    await em().transactional((manager) => recordCall("alert", ids.Saved ?? "", manager));
    await price(1, 120);
    expect(await whileSaved(settlementRound(new Date(Date.now() + 3 * DAY)))).toBe(1);
    expect(await settledAt("Saved")).toBeInstanceOf(Date);
  });

  it("gets a corrected result after the save without a deadlock", async () => {
    const call = await reached();
    await settleCalls();
    const before = await settledAt("Saved");
    expect((await whileSaved(() => correct(call))).status).toBe(303);
    expect(before).toBeInstanceOf(Date);
    expect((await settledAt("Saved"))?.getTime()).toBe((before?.getTime() ?? 0) + 5 * DAY);
  });
});

it("settling, correcting or closing a call invalidates cached pages of calls and alerts", async () => {
  const invalidated = vi.spyOn(serverPageCache(), "forget");
  const times = () =>
    invalidated.mock.calls.filter(([tables]) => tables.includes("calls") && tables.includes("trade_alerts"))
      .length;
  const call = await reached();
  await settleCalls();
  expect(times()).toBe(1);
  await correct(call);
  expect(times()).toBe(2);
  await write("Saved", { ticker: "SAVED", current_price: "105", target_price: "110" });
  await em().transactional((manager) => recordCall("alert", ids.Saved ?? "", manager));
  const [open] = await database.rows<{ id: string }>("select id from calls where record_id = ?", [ids.Saved]);
  await postCall(open?.id ?? "", {
    on: daysAgo(0),
    price: "105",
    reason: "by hand",
    note: "Sold.",
    confirmed: "on",
  });
  expect(times()).toBe(3);
  invalidated.mockRestore();
});
