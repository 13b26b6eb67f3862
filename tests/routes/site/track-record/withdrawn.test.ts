import { randomUUID } from "node:crypto";
import { database } from "tests/support/running-app";
import { insertSettledCall as closed, daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, expect, it } from "vitest";
import { dayInWords } from "~/ui/charts/calendar";

setUpStaffApp();

beforeEach(() => database.empty("calls", "daily_prices", "splits"));

const PATH = "/track-record/withdrawn";
const UNSETTLED = { close_price: null, close_ratio: null, close_reason: null };
const withdrawn = (days: number, values: Record<string, unknown> = {}) =>
  closed(days, { state: "withdrawn", ...UNSETTLED, target: "112.34", ...values });

const price = (days: number, close: number) =>
  database.rows(
    "insert into daily_prices (instrument_id, day, close, source) select id, ?, ?, 'test' from instruments where symbol = 'SPX'",
    [daysAgo(days), close],
  );

const wordsOf = (page: string) =>
  page
    .replace(/<\/?a\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
const everything = async (person: Person) =>
  (await Promise.all([PATH, `${PATH}.data`].map(async (path) => (await get(path, person)).text()))).join(
    "\n",
  );

it.each<[Person, number, Record<string, unknown>, boolean]>([
  ["visitor", 29, {}, false],
  ["basic", 29, {}, false],
  ["visitor", 30, {}, true],
  ["premium", 0, {}, true],
  ["premium", 29, { audience: "private" }, false],
  ["private", 0, { audience: "private" }, true],
  ["private", 90, { kind: "brief" }, false],
  ["private", 90, { mistake: true }, false],
])(
  "the list for %s includes a call withdrawn %i days ago, %j: %s",
  spec("beyond withdrawn calls list rule"),
  async (person, days, values, tells) => {
    const id = await withdrawn(days, values);
    const texts = await everything(person);
    expect(/CNRY|Canary/.test(texts)).toBe(tells);
    expect(texts.includes(id)).toBe(tells);
  },
);

it("the list shows a call whose record has a newer open call only to readers with access", async () => {
  const record_id = randomUUID();
  await withdrawn(90, { record_id });
  await closed(90, { ...UNSETTLED, state: "open", ended_on: null, record_id, number: 2, name: "Said again" });
  expect(/CNRY|Canary/.test(await everything("visitor"))).toBe(false);
  expect(await everything("premium")).toContain("Canary");
});

it(
  "the list shows each call's dates and its result by the last close before the withdrawal",
  spec("beyond withdrawn calls list rule"),
  async () => {
    await price(44, 104);
    await price(43, 53);
    await price(39, 1000);
    expect(wordsOf(await html(PATH, "visitor"))).toContain(
      "last close on or before the day of the withdrawal",
    );
    await database.rows(
      "insert into splits (instrument_id, day, ratio) select id, ?, 2 from instruments where symbol = 'SPX'",
      [daysAgo(43)],
    );
    const id = await withdrawn(40, { symbol: "SPX", direction: "sell", list: "Tenet" });
    await withdrawn(41, { name: "Without a price" });
    const page = await html(PATH, "visitor");
    expect(page).toContain(`<a href="/track-record/${id}">Canary Corporation</a>`);
    expect(wordsOf(page)).toMatch(
      new RegExp(
        `Sell Canary Corporation SPX, Tenet ${dayInWords(daysAgo(50))} ${dayInWords(daysAgo(40))} after 10 days −6\\.0%`,
      ),
    );
    expect(wordsOf(page)).toContain("2 calls withdrawn in total");
    expect(page).not.toContain("112.34");
  },
);

it("the track record links the list and counts withdrawn calls separately", async () => {
  await withdrawn(1);
  await closed(1);
  const page = wordsOf(await html("/track-record", "visitor"));
  expect(await html("/track-record", "visitor")).toContain(`<a href="${PATH}">Withdrawn calls</a>`);
  expect(page).toContain(
    "Withdrawn Calls we withdrew before they settled. They are counted and listed separately",
  );
  expect(page).toContain("1 call settled");
  expect(page).toContain("1 was withdrawn");
});

it("the list has twenty-five calls per page and each call once", async () => {
  for (let days = 31; days < 58; days += 1) await withdrawn(days, { name: `Taken back ${days}` });
  const namesOn = (page: string) => [...page.matchAll(/>(Taken back \d+)</g)].map(([, name]) => name);
  const first = await html(PATH, "visitor");
  const [, earlier = ""] = /href="([^"]*before=[^"]*)"/.exec(first) ?? [];
  const second = await html(earlier, "visitor");
  expect(namesOn(first)).toHaveLength(25);
  expect([...namesOn(first), ...namesOn(second)]).toEqual(
    Array.from({ length: 27 }, (_, index) => `Taken back ${31 + index}`),
  );
  expect(second).not.toContain("Earlier withdrawals");
  expect(await html(`${PATH}?before=nonsense`, "visitor")).toContain("Taken back 31<");
});

it("the list has an empty state for the first and for later pages", async () => {
  expect(await html(PATH, "visitor")).toContain("No withdrawn calls to show");
  const none = `${PATH}?before=2020-01-01_00000000-0000-4000-8000-000000000000`;
  expect(await html(none, "visitor")).toContain("No further withdrawn calls");
});
