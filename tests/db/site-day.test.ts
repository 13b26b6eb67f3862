import { Ad } from "db/entities/ad";
import { em, startOrm, stopOrm } from "db/orm.server";
import { SITE_TODAY, siteDayOf, siteMidnightOf, siteTodaySql } from "db/site-day";
import { day, sql, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { queryOnce, type TestDatabase, testDatabase } from "../support/postgres";
import { saveSample } from "./samples";

/** These two zones never have the same date. */
const [EAST, WEST] = ["Pacific/Kiritimati", "Etc/GMT+12"] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await stopOrm();
  await database.drop();
});

const dayIn = (zone: string) => new Date().toLocaleDateString("sv-SE", { timeZone: zone });

test("days begin at midnight of the site's time zone", async () => {
  for (const zone of [EAST, WEST, undefined]) {
    await startOrm({ url: database.url, timeZone: zone });
    const days = [dayIn(zone ?? "UTC")];
    const [row] = await queryOnce<{ day: string }>(database.url, `select ${siteTodaySql()}::text as day`);
    days.push(dayIn(zone ?? "UTC"));
    expect(days).toContain(row?.day);
  }
});

const DAYS = statement("site-day.test", {
  day,
  midnight: timestamp,
  today: day,
})`select ${siteDayOf(sql`timestamptz '2026-03-01T11:30:00Z'`)} as day,
          ${siteMidnightOf(sql`date '2026-03-01'`)} as midnight, ${SITE_TODAY} as today`;

test.each([
  [EAST, "2026-03-02", "2026-02-28T10:00:00Z"],
  [WEST, "2026-02-28", "2026-03-01T12:00:00Z"],
  [undefined, "2026-03-01", "2026-03-01T00:00:00Z"],
])("every statement uses the day and midnight of %s by default", async (zone, onDay, begins) => {
  await startOrm({ url: database.url, timeZone: zone });
  const before = dayIn(zone ?? "UTC");
  const row = await DAYS.first();
  expect(row).toMatchObject({ day: onDay, midnight: new Date(begins) });
  expect([before, dayIn(zone ?? "UTC")]).toContain(row?.today);
});

test("the figures of an ad cover the last 30 site days, today included", async () => {
  await startOrm({ url: database.url, timeZone: EAST });
  const id = await saveSample(em(), "ads");
  const figures = async (zone: string) => {
    await startOrm({ url: database.url, timeZone: zone });
    const { recentViews, recentClicks } = await em().findOneOrFail(Ad, { id });
    return [recentViews, recentClicks];
  };
  expect(await figures(EAST)).toEqual([0, 0]);
  for (const [ago, views] of Object.entries({ 0: 1, 29: 20, 30: 300 })) {
    await em().execute(`insert into ad_counts values (?, ${siteTodaySql()} - ?::int, ?, 2)`, [
      id,
      ago,
      views,
    ]);
  }
  expect(await figures(EAST)).toEqual([21, 4]);
  // In the western zone that day has not begun, and the thirty days start one or two days earlier.
  expect(await figures(WEST)).toEqual([320, 4]);
});
