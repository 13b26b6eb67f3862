import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, expect, it } from "vitest";

setUpStaffApp();

beforeEach(() => database.rows("truncate calls"));

/** An open call whose last day was so many days ago. */
const over = (days: number, values: Record<string, unknown> = {}) =>
  insertRecord(database, "calls", {
    ...{ symbol: "LATE", name: "Lateco", entry_price: "100", last_day: daysAgo(days) },
    made_at: `${daysAgo(days + 30)}T12:00:00Z`,
    ...values,
  });

const overdueIn = (page: string) =>
  [
    ...page.matchAll(
      /<li><span class="figure[^"]*">(\d+)<\/span><span[^>]*>Overdue<\/span><span>([^<]*)<\/span><a href="([^"]*)"/g,
    ),
  ].map(([, ...item]) => item);
const overdueFor = async (person: Person) => overdueIn(await html("/admin", person));

it(
  "what nothing settles is brought before whoever may close it, by what it waits for",
  spec("beyond calls over nothing settles"),
  async () => {
    await insertRecord(database, "instruments", { symbol: "PENCE", name: "Penceco", currency: "GBP" });
    const pence = { symbol: "PENCE", name: "Penceco", currency: "GBX" };
    await over(9, pence);
    const longest = await over(40, pence);
    const unpriced = await over(8);
    await over(7);
    await over(90, { kind: "brief" });
    await over(-30);
    const found = [
      ["2", "calls over for more than a week with prices in another currency", `/admin/calls/${longest}`],
      ["1", "call over for more than a week that no price has ended", `/admin/calls/${unpriced}`],
    ];
    expect(await overdueFor("admin")).toEqual(found);
    expect(await overdueFor("superadmin")).toEqual(found);
    expect(await overdueFor("editor")).toEqual([]);
  },
);

it("overdue calls are not listed among those that end next", async () => {
  const ids = [await over(8), await over(7), await over(-3)];
  const [, section = ""] = /Next to end(.*?)<\/section>/s.exec(await html("/admin")) ?? [];
  expect(ids.map((id) => section.includes(id))).toEqual([false, true, true]);
});

it("the record counts it, for everybody", spec("beyond calls over nothing settles"), async () => {
  const told = async () => {
    const json = (await (await get("/track-record.json", "basic")).json()) as Record<string, unknown>;
    const { open, unsettled, overdue } = json;
    return { json: { open, unsettled, overdue }, page: await html("/track-record", "basic") };
  };
  await over(7);
  const none = await told();
  expect(none.json).toEqual({ open: { alerts: 0, picks: 0 }, unsettled: 1, overdue: 0 });
  expect(none.page).toContain("0 calls open");
  expect(none.page).toContain(" 1 call is over and waits for the price that settles it.");
  expect(none.page).not.toContain("more than a week");
  await over(8);
  await over(8, { kind: "pick" });
  const two = await told();
  expect(two.json).toEqual({ open: { alerts: 0, picks: 0 }, unsettled: 3, overdue: 2 });
  expect(two.page).toContain(
    " 3 calls are over and wait for the price that settles them, 2 of them for more than a week.",
  );
  expect(two.page).not.toContain("Lateco");
});
