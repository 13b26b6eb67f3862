import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { daysAgo } from "tests/support/settled-calls";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeEach, expect, it } from "vitest";

setUpStaffApp();

beforeEach(() => database.empty("calls"));

/** An open call whose last day was the given number of days ago. */
const insertOverdueCall = (days: number, values: Record<string, unknown> = {}) =>
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
  "overdue calls are listed for roles that may close them, by what they wait for",
  spec("beyond calls over nothing settles"),
  async () => {
    await insertRecord(database, "instruments", { symbol: "PENCE", name: "Penceco", currency: "GBP" });
    const pence = { symbol: "PENCE", name: "Penceco", currency: "GBX" };
    await insertOverdueCall(9, pence);
    const longest = await insertOverdueCall(40, pence);
    const unpriced = await insertOverdueCall(8);
    await insertOverdueCall(7);
    await insertOverdueCall(90, { kind: "brief" });
    await insertOverdueCall(-30);
    const found = [
      [
        "2",
        "calls have been past their end dates for more than a week with prices in another currency",
        `/admin/calls/${longest}`,
      ],
      [
        "1",
        "call has been past its end date for more than a week without a closing price",
        `/admin/calls/${unpriced}`,
      ],
    ];
    expect(await overdueFor("admin")).toEqual(found);
    expect(await overdueFor("superadmin")).toEqual(found);
    expect(await overdueFor("editor")).toEqual([]);
    const narrow = (permissions: string) =>
      database.rows("update staff set narrowed_to = ?::text[] where email = 'admin@demo.test'", [
        permissions,
      ]);
    await narrow("{trade-alerts.read,trade-alerts.write}");
    expect(await overdueFor("admin")).toEqual([]);
    await narrow("{}");
  },
);

it("overdue calls are not listed among the next to end", async () => {
  const ids = [await insertOverdueCall(8), await insertOverdueCall(7), await insertOverdueCall(-3)];
  const [, section = ""] = /Ending next(.*?)<\/section>/s.exec(await html("/admin")) ?? [];
  expect(ids.map((id) => section.includes(id))).toEqual([false, true, true]);
});

it("the public track record counts overdue calls", spec("beyond calls over nothing settles"), async () => {
  const readCounts = async () => {
    const json = (await (await get("/track-record.json", "basic")).json()) as Record<string, unknown>;
    const { open, unsettled, overdue } = json;
    return { json: { open, unsettled, overdue }, page: await html("/track-record", "basic") };
  };
  await insertOverdueCall(7);
  const none = await readCounts();
  expect(none.json).toEqual({ open: { alerts: 0, picks: 0 }, unsettled: 1, overdue: 0 });
  expect(none.page).toContain("0 calls open");
  expect(none.page).toContain(" 1 call is over and waiting for the price that settles it.");
  expect(none.page).not.toContain("more than a week");
  await insertOverdueCall(8);
  await insertOverdueCall(8, { kind: "pick" });
  const two = await readCounts();
  expect(two.json).toEqual({ open: { alerts: 0, picks: 0 }, unsettled: 3, overdue: 2 });
  expect(two.page).toContain(
    " 3 calls are over and waiting for the price that settles them, 2 of them for more than a week.",
  );
  expect(two.page).not.toContain("Lateco");
});
