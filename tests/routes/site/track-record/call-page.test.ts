import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { changeCall, daysAgo, insertSettledCall } from "tests/support/settled-calls";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, describe, expect, it } from "vitest";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

beforeEach(() => database.empty("calls"));

const WITHDRAWN = { state: "withdrawn", close_price: null, close_ratio: null, close_reason: null };

const pageOf = (id: string) => html(`/track-record/${id}`, "visitor");
const stepsIn = (page: string) =>
  [
    ...page.matchAll(
      /<li[^>]*><time dateTime="([^"]*)">[^<]*<\/time><span>([^<]*)<\/span><span class="num">([^<]*)/g,
    ),
  ].map(([, ...step]) => step);
const factIn = (page: string, label: string) =>
  new RegExp(`<dt>${label}</dt><dd>(.*?)</dd>`).exec(page)?.[1]?.replace(/<[^>]*>/g, "");

describe("a settled call's page", () => {
  it("shows the steps, the author and the changes", async () => {
    const values = { author: "Ines Calloway", target: "112.34", stop: "90", last_day: daysAgo(22) };
    const id = await insertSettledCall(40, values);
    await changeCall(id, 45, { target: { from: "120", to: "112.34" } });
    const page = await pageOf(id);
    expect(stepsIn(page)).toEqual([
      [daysAgo(50), "Made, for members", "100.00"],
      [daysAgo(45), "Target changed from 120 to 112.34", ""],
      [daysAgo(40), "Target reached, settled", "112.34"],
    ]);
    expect(page).toContain('<a href="/author/ines-calloway">Ines Calloway</a>');
    expect(page).toContain(`Made ${dayInWords(daysAgo(50))}, settled ${dayInWords(daysAgo(40))}.`);
    expect(page).toMatch(
      new RegExp(
        `<meta name="description" content="\\w+ [^"]+, a call made on ${dayInWords(daysAgo(50))}: how it went,`,
      ),
    );
    expect(factIn(page, "Result")).toContain("+12.3%");
    expect(factIn(page, "Risked")).toBe("10.0%");
    expect(factIn(page, "Ended by")).toBe("Target");
    expect(factIn(page, "Held")).toBe("10 of 28 days");
  });

  it("shows levels in shares of the entry day", async () => {
    const [spx] = await database.rows<{ id: string }>("select id from instruments where symbol = 'SPX'");
    await database.rows("insert into splits (instrument_id, day, ratio) values (?, ?, 2)", [
      spx?.id,
      daysAgo(47),
    ]);
    const id = await insertSettledCall(40, {
      symbol: "SPX",
      target: "65",
      close_price: "65",
      close_ratio: "2",
    });
    await changeCall(id, 45, { target: { from: "120", to: "65" } });
    const page = await pageOf(id);
    expect(factIn(page, "Target")).toBe("130.00");
    expect(factIn(page, "Outcome")).toBe("Target reached at 65.00");
    expect(factIn(page, "Shares")).toBe("One share had become 2.00 by the time the call closed");
    expect(stepsIn(page).at(-1)).toEqual([daysAgo(40), "Target reached, settled", "130.00"]);
    await database.empty("splits");
  });

  it("omits a stop on the target's side, as the card does", async () => {
    const stopOf = async (stop: string) =>
      /Canary Corporation: to buy [^"]*(no stop|stop [\d.]+), target 112\.34\./.exec(
        await pageOf(await insertSettledCall(40, { target: "112.34", stop })),
      )?.[1];
    expect(await stopOf("90")).toBe("stop 90.00");
    expect(await stopOf("120")).toBe("no stop");
  });

  it("shows that a withdrawn call has no result", async () => {
    const id = await insertSettledCall(40, { ...WITHDRAWN, audience: "private" });
    const page = await pageOf(id);
    expect(page).toContain("Withdrawn after 10 days");
    expect(stepsIn(page)).toEqual([
      [daysAgo(50), "Made, for Private members", "100.00"],
      [daysAgo(40), "Withdrawn", ""],
    ]);
    expect(page).not.toMatch(/Exhibit 1|<dt>Result/);
  });

  it("shows the longest texts, and no changes to readers without access", async () => {
    const name = "Long ".repeat(60).trim();
    const id = await insertSettledCall(5, { name, close_note: "n".repeat(500), close_reason: "by hand" });
    await changeCall(id, 7, { stop: { from: "77.31", to: "88.42" } });
    expect(await html(`/track-record/${id}`, "premium")).toContain("Stop loss changed from 77.31 to 88.42");
    for (const path of [`/track-record/${id}`, `/track-record/${id}.data`]) {
      const reply = await get(path, "visitor");
      expect(reply.status).toBe(404);
      expect(await reply.text()).not.toMatch(/77\.31|88\.42|Long Long/);
    }
  });
});

describe("the page of an alert whose call was settled", () => {
  const alertPage = async (id: string) =>
    (await html(`/trade-alert/${id}`, "premium")).split("Previous")[0] ?? "";

  it("shows how it ended and links the track record, until the alert makes a new call", async () => {
    const quote = { category: "Stocks", name: "Canary Corporation", symbol: "CNRY", last: "110" };
    await insertRecord(database, "quotes", quote);
    const alert = await insertRecord(database, "trade_alerts", {
      ...{ ticker: "CNRY", name: "Canary Corporation", target_price: "112.34", holding_period: "1 year" },
    });
    expect(await alertPage(alert)).not.toContain("In the record");
    const id = await insertSettledCall(5, { record_id: alert, entry_at: `${daysAgo(15)}T12:00:00Z` });
    await expect
      .poll(() => alertPage(alert))
      .toContain(`<a href="/track-record/${id}">See it in the track record</a>`);
    const page = await alertPage(alert);
    expect(page).toContain(`Settled ${dayInWords(daysAgo(5))}, after 10 days.`);
    expect(page).toContain("We were right.");
    expect(page).toMatch(/outcome--win.*Target <b>\+12\.3%/s);
    expect(factIn(page, "Days left")).toBe("Over");
    const again = {
      number: 2,
      state: "open",
      ended_on: null,
      close_price: null,
      close_ratio: null,
      close_reason: null,
    };
    await insertSettledCall(5, {
      ...again,
      record_id: alert,
      made_at: `${daysAgo(2)}T12:00:00Z`,
      entry_at: `${daysAgo(2)}T12:00:00Z`,
    });
    await expect.poll(() => alertPage(alert)).not.toContain("In the record");
    expect(factIn(await alertPage(alert), "Days left")).not.toBe("Over");
  });
});
