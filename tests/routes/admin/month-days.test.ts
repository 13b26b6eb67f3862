import { insertRecord } from "tests/support/record-factories";
import { app, database, setUpApp } from "tests/support/running-app";
import { expect, it } from "vitest";
import { dayInWords, dayNumber, dayOf } from "~/ui/charts/calendar";
import { dayIn } from "~/ui/dates";

/** A zone whose current day differs from UTC's. */
const ZONE = new Date().getUTCHours() < 11 ? "Etc/GMT+12" : "Pacific/Kiritimati";

setUpApp({ SITE_TZ: ZONE });

const siteDay = (days: number) => dayOf(dayNumber(dayIn(ZONE, new Date())) + days);

it("the month's members and reads use the site's days, payments use UTC's, and the page says it", async () => {
  // The first and the last moment of the site's day before yesterday.
  for (const moment of [`${siteDay(-2)} 00:00:00`, `${siteDay(-2)} 23:59:59.999`]) {
    const [at] = await database.rows<{ at: Date }>(`select ?::timestamp at time zone '${ZONE}' as at`, [
      moment,
    ]);
    await insertRecord(database, "members", { created_at: at?.at.toISOString() });
  }
  const html = await (await app.request("/admin", { cookies: await app.cookiesOf("superadmin") })).text();
  const words = html.replace(/<[^>]*>|<!-- -->/g, " ").replace(/\s+/g, " ");
  expect(words).toContain(`Days follow the time zone ${ZONE}. Today’s figures are incomplete.`);
  expect(words).toContain("Days follow the time zone UTC.");
  const table = /New members, as a table(.*?)as a table/.exec(words)?.[1] ?? "";
  expect(table).toContain(` ${dayInWords(siteDay(-2))} 2 `);
  expect(table).toContain(` ${dayInWords(siteDay(0))} `);
  expect(table).not.toContain(` ${dayInWords(siteDay(1))} `);
});
