import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { spec } from "tests/support/spec";
import { expect, it } from "vitest";

setUpApp();

const homeOf = async (who: "editor" | "admin" | "superadmin") =>
  (await (await app.request("/admin", { cookies: await app.cookiesOf(who) })).text()).replaceAll(
    "<!-- -->",
    "",
  );
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const DAY_MS = 86_400_000;
const daysOn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const call = (name: string, lastDay: string | null, more: object = {}) =>
  insertRecord(database, "calls", { name, entry_price: "100", last_day: lastDay, ...more });

it(
  "the dashboard lists urgent items, then today, screens, the month and recent changes",
  spec("beyond back office home attention"),
  async () => {
    const html = await homeOf("superadmin");
    const places = [
      "Needs attention",
      "Today’s plan",
      'aria-label="Screens"',
      "The last 30 days",
      "Last changes",
    ].map((words) => html.indexOf(words));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  },
);

it("the dashboard charts daily members and revenue, with the same figures in a table", async () => {
  await database.rows("delete from payments");
  const member_id = await insertRecord(database, "members", { created_at: daysOn(-1) });
  await insertRecord(database, "members", { created_at: daysOn(-45) });
  for (const [created_at, amount, refunded_at] of [
    [daysOn(-1), "29.00", null],
    [daysOn(-1), "79.00", null],
    [daysOn(-2), "29.00", daysOn(-1)],
    [daysOn(-40), "11.00", null],
  ])
    await insertRecord(database, "payments", { member_id, created_at, amount, refunded_at });
  const words = wordsOf(await homeOf("superadmin"));
  expect(words).toMatch(/Revenue, completed \$108 Previous 30 days: \$11\./);
  expect(words).toMatch(/Revenue, completed, as a table Day Revenue, completed .* \$108 /);
  expect(words).toMatch(/New members \d+ Previous 30 days: 1\./);
  const drawn = await homeOf("superadmin");
  expect(drawn).toMatch(
    /role="img" aria-label="Revenue, completed, day by day: \$108 in 30 days, at most \$108/,
  );
});

it(
  "the dashboard shows revenue and members only to roles that may open them, and neither to editors",
  spec("beyond back office home attention"),
  async () => {
    const [admin, editor] = [wordsOf(await homeOf("admin")), wordsOf(await homeOf("editor"))];
    expect(admin).toContain("New members");
    expect(admin).not.toContain("Revenue, completed");
    expect(editor).not.toContain("The last 30 days");
  },
);

it("the dashboard charts daily reads for roles that may see all of them", async () => {
  await database.rows(
    "insert into reading_days (day, views) values (current_date, 41), (current_date - 40, 7)",
  );
  const words = wordsOf(await homeOf("admin"));
  expect(words).toMatch(/Page views 41 Previous 30 days: 7\. Articles, briefs and videos\./);
  expect(words).toMatch(/Page views, as a table Day Page views .* 41 /);
  expect(await homeOf("editor")).not.toContain("Page views");
});

it("the dashboard lists today's publications, drafts and old prices, each for roles with access", async () => {
  const midnight = `${daysOn(0).slice(0, 10)}T00:00:01Z`;
  const news = await insertRecord(database, "news", { title: "Out today", created_at: midnight });
  await insertRecord(database, "news", { title: "Out before", created_at: daysOn(-2) });
  await insertRecord(database, "news", { title: "Not out", status: "draft", created_at: daysOn(-9) });
  await insertRecord(database, "daily_briefs", { company_name: "Brief Plc", created_at: midnight });
  await insertRecord(database, "quotes", { name: "Old", updated_at: daysOn(-1) });
  const planOf = async (who: "editor" | "admin") =>
    /Today’s plan.*?<\/section>/s.exec(await homeOf(who))?.[0] ?? "no plan";
  const admin = await planOf("admin");
  expect(admin).toContain(`<a href="/admin/news/${news}/edit">Out today</a>`);
  expect(wordsOf(admin)).toMatch(/00:00 (Out today News|Brief Plc Brief) Published/);
  expect(wordsOf(admin)).toMatch(/Drafts left over from earlier days .* Not out News Draft/);
  expect(wordsOf(admin)).toMatch(/Prices \d+ quotes are an hour old or older Stale/);
  expect(admin).not.toContain("Out before");
  const editor = await planOf("editor");
  expect(editor).toContain("Out today");
  expect(editor).not.toMatch(/Brief Plc|Stale/);
});

it(
  "the dashboard lists open calls that end next, today's first, for roles with access",
  spec("beyond back office home attention"),
  async () => {
    const [today, later] = [daysOn(0).slice(0, 10), daysOn(3).slice(0, 10)];
    await call("Later Plc", later);
    const id = await call("Today Plc", today);
    await call("Overdue Plc", daysOn(-1).slice(0, 10));
    await call("Endless Plc", null);
    await call("View Plc", today, { kind: "brief" });
    const html = await homeOf("admin");
    expect(html).toContain(`href="/admin/calls/${id}"`);
    expect(wordsOf(html)).toMatch(
      /Buy Overdue Plc Trade alert Waiting for a price .* Buy Today Plc Trade alert Ends today .* Buy Later Plc Trade alert In 3 days/,
    );
    expect(html).not.toMatch(/Endless Plc|View Plc/);
    expect(await homeOf("editor")).not.toContain("Today Plc");
  },
);
