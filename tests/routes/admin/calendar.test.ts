import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, expect, it, onTestFinished } from "vitest";

// Fourteen hours ahead of UTC, so that its dates differ from UTC's.
setUpStaffApp({ SITE_TZ: "Pacific/Kiritimati" });
afterEach(() => database.empty("news", "daily_briefs", "videos", "trade_alerts", "ads", "banners"));

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

/** The cells of a month that have this text. */
const cellsWith = async (words: string, path: string, person?: Parameters<typeof html>[1]) =>
  (await html(path, person)).split("<td").filter((cell) => cell.includes(words));

it("a month shows its weeks on the site's days, with the months around it", async () => {
  await insertRecord(database, "news", { title: "Copper at noon", publish_at: MONDAY_NOON });
  await insertRecord(database, "news", { title: "The month before", publish_at: "2149-12-31T09:00:00Z" });
  const [cell = "", ...more] = await cellsWith("Copper at noon", "/admin/calendar?month=2150-01");
  expect([more.length, cell.includes(">5 Jan<")]).toEqual([0, true]);
  const text = await html("/admin/calendar?month=2150-01");
  expect(text.split("<td")).toHaveLength(1 + 35);
  expect(text).toMatch(/href="\/admin\/calendar\?month=2149-12"[^>]*>Previous month/);
  expect(text).toMatch(/href="\/admin\/calendar\?month=2150-02"[^>]*>Next month/);
  expect(await html("/admin/calendar?month=2149-12")).toContain("The month before");
});

it("a month shows four entries of a day, and a link to its week for the others", async () => {
  for (let nth = 1; nth <= 6; nth += 1)
    await insertRecord(database, "news", { title: `Copper ${nth}`, publish_at: MONDAY_NOON });
  await insertRecord(database, "videos", { title: "Copper film", publish_at: "2150-01-05T22:00:00Z" });
  const path = "/admin/calendar?month=2150-01";
  const [cell = ""] = await cellsWith("week=2150-01-05", path);
  expect(cell.match(/>Copper \d</g)).toHaveLength(4);
  expect(cell).toMatch(/href="\/admin\/calendar\?week=2150-01-05">More/);
  expect(await cellsWith("Copper film", path)).toHaveLength(1);
  expect(await html(path)).toContain("5 entries are shown, and there are more");
});

it("the switch between week and month keeps today, and otherwise the month of most of the week", async () => {
  const switched = async (path: string) =>
    /href="\/admin\/calendar\?([^"]+)"[^>]*>Show (?:a week|the month)/.exec(await html(path))?.[1];
  // Monday 29 December 2149 to Sunday 4 January 2150: its Thursday is New Year's Day.
  expect(await switched("/admin/calendar?week=2149-12-30")).toBe("month=2150-01");
  expect(await switched("/admin/calendar?month=2150-01")).toBe("week=2150-01-01");
  const [, today = ""] =
    /<td[^>]*aria-current="date".*?dateTime="([\d-]{10})/is.exec(await html("/admin/calendar?month=")) ?? [];
  expect(await switched("/admin/calendar")).toBe(`month=${today.slice(0, 7)}`);
  expect(await switched("/admin/calendar?month=")).toBe(`week=${today}`);
});

it("a scheduled working copy leads to its own form, and is shown to people who may write the record", async () => {
  const id = await insertRecord(database, "news", { title: "Copper at noon", publish_at: MONDAY_NOON });
  await database.rows(
    `insert into working_copies (kind, record_id, title, typed, opened, record_version, publish_at, staff_name)
     values ('news', ?, 'Copper again', '{}', '{}', 1, ?, 'Maren Holt')`,
    [id, MONDAY_NOON],
  );
  expect(await html(WEEK)).toContain(`href="/admin/news/${id}/edit?working-copy=on"`);
  await database.rows("update staff set narrowed_to = '{news.read}' where email = 'admin@demo.test'");
  onTestFinished(async () => void (await database.rows("update staff set narrowed_to = '{}'")));
  for (const path of [WEEK, "/admin/calendar?month=2150-01"]) {
    const text = await html(path);
    expect(text).toContain("Copper at noon");
    expect(text).not.toContain("Copper again");
  }
});

it.each([
  "soon",
  "2150-13",
  "1999-01",
  "",
  "\u0000",
])("a month that is asked for as %j is this month", async (asked) => {
  const text = await html(`/admin/calendar?month=${encodeURIComponent(asked)}`);
  expect(text).toMatch(/<td[^>]*aria-current="date"/);
  expect(text).not.toContain("This month");
});

it("“Add here” opens forms with the day, those that this person may write", async () => {
  const path = "/admin/calendar?month=2150-01";
  const links = async (person: Parameters<typeof html>[1]) =>
    [...(await html(path, person)).matchAll(/href="(\/admin\/[^"]*publish=2150-01-05)"/g)].map(
      ([, href]) => href,
    );
  expect(await links("editor")).toEqual(
    ["news", "videos"].map((kind) => `/admin/${kind}/new?publish=2150-01-05`),
  );
  expect(await links("superadmin")).toEqual(
    ["news", "daily-brief", "trade-alert", "videos"].map((kind) => `/admin/${kind}/new?publish=2150-01-05`),
  );
  for (const link of await links("superadmin"))
    expect(await html(link ?? "", "superadmin")).toMatch(/name="publishAt"[^>]*value="2150-01-05T09:00"/);
  expect(await html("/admin/calendar?month=2020-01")).not.toContain("Add here");
  for (const odd of ["2020-01-05", "soon", "9999-99-99"])
    expect(await html(`/admin/news/new?publish=${odd}`)).toMatch(/name="publishAt"[^>]*value=""/);
});
