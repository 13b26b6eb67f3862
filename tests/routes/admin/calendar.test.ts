import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, expect, it } from "vitest";

// Fourteen hours ahead of UTC, so that its dates differ from UTC's.
setUpStaffApp({ SITE_TZ: "Pacific/Kiritimati" });
afterEach(() =>
  database.rows(
    "truncate news, daily_briefs, videos, trade_alerts cascade; delete from ads; delete from banners",
  ),
);

const WEEK = "/admin/calendar?week=2150-01-07";
/** 22:00 on Sunday 4 January 2150 in UTC: noon on Monday of the site's week. */
const MONDAY_NOON = "2150-01-04T22:00:00Z";

/** The days of a week, each with its entries. */
async function daysOf(path: string, person?: Parameters<typeof html>[1]): Promise<string[]> {
  const text = await html(path, person);
  const [, week = ""] = /<ol class="week">(.*)<\/ol>/s.exec(text) ?? [];
  return week.split(/<h2>/).slice(1);
}

it(
  "the calendar shows publications, scheduled drafts and call ends on the site's days",
  spec("beyond week desk"),
  async () => {
    await insertRecord(database, "news", { title: "Copper at noon", publish_at: MONDAY_NOON });
    await insertRecord(database, "videos", {
      title: "Copper drafted",
      status: "draft",
      publish_at: MONDAY_NOON,
    });
    await insertRecord(database, "daily_briefs", {
      company_name: "Copper brief",
      publish_at: "2150-01-05T11:00:00Z",
    });
    await insertRecord(database, "trade_alerts", { tag: "buy", name: "Copper", publish_at: MONDAY_NOON });
    await insertRecord(database, "ads", {
      status: "published",
      alt_text: "Copper sale",
      unpublish_at: MONDAY_NOON,
    });
    await insertRecord(database, "banners", { title: "Copper banner", unpublish_at: MONDAY_NOON });
    await insertRecord(database, "news", { title: "The week after", publish_at: "2150-01-12T11:00:00Z" });
    const [monday = "", tuesday = "", ...rest] = await daysOf(WEEK, "superadmin");
    expect(rest).toHaveLength(5);
    expect([monday, tuesday, ...rest].map((day) => day.match(/Copper/g)?.length ?? 0)).toEqual([
      5, 1, 0, 0, 0, 0, 0,
    ]);
    expect(monday).toMatch(/12:00.*News.*Scheduled.*Copper at noon/s);
    expect(monday).toMatch(/Draft.*Copper drafted/s);
    expect(monday).toMatch(/Alert.*Buy Copper/s);
    expect(monday).toMatch(/Ends.*Copper banner/s);
    expect(tuesday).toContain("Copper brief");
    expect(await html(WEEK, "superadmin")).not.toContain("The week after");
  },
);

it("the calendar links to each record's form and to neighbouring weeks", async () => {
  const id = await insertRecord(database, "news", { title: "Copper at noon", publish_at: MONDAY_NOON });
  const text = await html(WEEK);
  expect(text).toContain(`href="/admin/news/${id}/edit"`);
  expect(text).toMatch(/href="\/admin\/calendar\?week=2149-12-29"[^>]*>Previous week/);
  expect(text).toMatch(/href="\/admin\/calendar\?week=2150-01-12"[^>]*>Next week/);
});

it("the calendar shows editors only screens that are open to them", spec("beyond week desk"), async () => {
  await insertRecord(database, "trade_alerts", { name: "Copper secret", publish_at: MONDAY_NOON });
  await insertRecord(database, "banners", { title: "Copper banner", unpublish_at: MONDAY_NOON });
  await insertRecord(database, "news", { title: "Copper at noon", publish_at: MONDAY_NOON });
  const text = await html(WEEK, "editor");
  expect(text).toContain("Copper at noon");
  expect(text).not.toMatch(/Copper secret|Copper banner/);
});

it("the calendar shows the current week by default, and an empty week", async () => {
  for (const path of ["/admin/calendar", "/admin/calendar?week=soon", "/admin/calendar?week=%00"]) {
    const text = await html(path);
    expect(text).toContain('aria-current="date"');
    expect(text).not.toContain("This week");
  }
  expect((await daysOf(WEEK)).every((day) => day.includes("Nothing scheduled."))).toBe(true);
});

it("the calendar is for staff only", async () => {
  expect((await get("/admin/calendar", "premium")).status).toBe(302);
});
