import { em } from "db/orm.server";
import { withFailingWrites } from "tests/support/database-failures";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { followRedirect, get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StaffViewer } from "~/auth/viewer.server";
import { dailyPrices } from "~/features/markets/instruments/instruments.queries.server";
import { loadSplits } from "~/features/markets/instruments/price-history.queries.server";
import { importPrices } from "~/features/markets/instruments/price-history.server";
import { requestHourlyTasks } from "~/platform/jobs/hourly.server";
import { fetchJobs } from "~/platform/jobs/queue.server";
import { HOURLY_QUEUE } from "~/platform/jobs/queue-names";

// Without jobs: enqueued jobs are counted.
setUpStaffApp();

let id: string;
beforeEach(async () => {
  id = await insertRecord(database, "instruments", { name: "A company" });
});

const path = (screen = "prices") => `/admin/instruments/${id}/${screen}`;

const countJobs = async () => (await database.rows("select 1 from jobs.job where name = 'hourly'")).length;
const deleteJobs = () => database.rows("delete from jobs.job where name = 'hourly'");

const stored = () =>
  database.rows<{ day: string }>(
    "select day::text, close, high, source from daily_prices where instrument_id = ? order by day",
    [id],
  );

const CSV = "day,close,high\n2026-03-03,11.50,12\n2026-03-02,10,\n";
const IMPORTED = [
  { day: "2026-03-02", close: "10", high: null, source: "import" },
  { day: "2026-03-03", close: "11.50", high: "12", source: "import" },
];

describe("importing prices", () => {
  it("imports all days of a text once", async () => {
    const answer = await post(path(), { text: CSV });
    const page = await followRedirect(answer);
    expect(page).toContain("2 prices added, 0 changed, 0 unchanged");
    expect(page.indexOf("2026-03-03")).toBeLessThan(page.indexOf("2026-03-02"));
    expect(await stored()).toEqual(IMPORTED);
    expect(await followRedirect(await post(path(), { text: CSV }))).toContain(
      "0 prices added, 0 changed, 2 unchanged",
    );
    const [change] = await database.rows("select action, resource from changes where record_id = ? limit 1", [
      id,
    ]);
    expect(change).toEqual({ action: "imported prices of", resource: "instruments" });
  });

  it("enqueues the hourly tasks, which settle calls, but not for a refused import", async () => {
    await deleteJobs();
    const before = await countJobs();
    await post(path(), { text: "day,close\n2026-03-02,none" });
    expect(await countJobs()).toBe(before);
    await post(path(), { text: CSV });
    expect(await countJobs()).toBe(before + 1);
  });

  it("enqueues one job for several imports", async () => {
    await deleteJobs();
    for (const close of [10, 11, 12]) await post(path(), { text: `day,close\n2026-03-02,${close}` });
    await post(path("splits"), { day: "2026-03-02", ratio: "2" });
    expect(await countJobs()).toBe(1);
  });

  it("enqueues a job visible only after the commit, and a new one once that is taken", async () => {
    await deleteJobs();
    await requestHourlyTasks();
    await em().transactional(async (manager) => {
      await requestHourlyTasks(manager);
      expect(await fetchJobs(HOURLY_QUEUE, 1)).toEqual([]);
    });
    expect(await countJobs()).toBe(1);
    expect(await fetchJobs(HOURLY_QUEUE, 1)).toHaveLength(1);
    await requestHourlyTasks();
    expect(await countJobs()).toBe(2);
  });

  it("enqueues nothing if nothing changes", async () => {
    const split = { day: "2026-03-02", ratio: "2" };
    await post(path(), { text: CSV });
    await post(path("splits"), split);
    await deleteJobs();
    await post(path(), { text: CSV });
    await post(path("splits"), split);
    await post(path("splits"), { remove: "2026-03-03" });
    expect(await countJobs()).toBe(0);
    await post(path("splits"), { remove: "2026-03-02" });
    expect(await countJobs()).toBe(1);
  });

  it("replaces existing prices, and stores the currency", async () => {
    await database.rows(
      "insert into daily_prices (instrument_id, day, close, source) values (?, '2026-03-02', 9, 'quote')",
      [id],
    );
    const text = "day,close,currency\n2026-03-02,10,usd\n2026-03-03,11,usd";
    expect(await followRedirect(await post(path(), { text }))).toContain(
      "1 price added, 1 changed, 0 unchanged",
    );
    expect(await stored()).toMatchObject([{ close: "10", source: "import" }, { close: "11" }]);
    const [row] = await database.rows("select currency from instruments where id = ?", [id]);
    expect(row).toEqual({ currency: "USD" });
  });

  it("prefers a file to a text", async () => {
    const answer = await sendFile(CSV, "day,close\nnonsense");
    expect(answer.status).toBe(303);
    expect(await stored()).toEqual(IMPORTED);
  });

  it("accepts UTF-16, which spreadsheets call Unicode text", async () => {
    const bytes = Buffer.from(`\uFEFF${CSV.replaceAll(",", "\t")}`, "utf16le");
    expect((await sendFile(bytes)).status).toBe(303);
    expect(await stored()).toEqual(IMPORTED);
  });

  it("refuses everything for one wrong line, and shows the text again", async () => {
    const wrong = `${CSV}2026-03-04,-1,\n2999-01-01,5,\n`;
    for (const answer of [await post(path(), { text: wrong }), await sendFile(wrong)]) {
      expect(answer.status).toBe(422);
      const page = await answer.text();
      expect(page).toContain("Nothing was imported: 2 problems to fix");
      expect(page).toContain("Line 4: close “-1” is not a price");
      expect(page).toContain("Line 5: 2999-01-01 is in the future");
      expect(page).toContain("2026-03-04,-1,");
    }
    expect(await stored()).toEqual([]);
  });

  it("lists the first of many wrong lines", async () => {
    const text = `day,close\n${"2026-03-02,0\n".repeat(30)}`;
    const page = await (await post(path(), { text })).text();
    expect(page).toContain("30 problems to fix");
    expect(page).toContain("Line 21:");
    expect(page).not.toContain("Line 22:");
    expect(page).toContain("And 10 more");
  });

  it.each([
    ["", "Choose a file or paste its text"],
    ["x".repeat(500 * 1024 + 1), "The pasted text is larger than 500 kB"],
  ])("refuses an empty or huge text", async (text, message) => {
    const answer = await post(path(), { text });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
  });

  it("refuses a file that is too large", async () => {
    const answer = await sendFile(CSV + " ".repeat(1024 * 1024));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The file is larger than 1 MB");
    expect(await stored()).toEqual([]);
  });

  it("stores nothing if writing fails", async () => {
    await withFailingWrites(app, "insert", "daily_prices", async () => {
      const answer = await post(path(), { text: CSV });
      expect(answer.status).toBe(500);
      expect(await answer.text()).toContain("Failed to import the prices");
    });
    expect(await database.rows("select 1 from changes where record_id = ?", [id])).toEqual([]);
  });

  it("needs the permission to edit markets, and an instrument that is not merged", async () => {
    for (const screen of ["prices", "splits"]) {
      expect((await get(path(screen), "editor")).status).toBe(403);
      expect((await post(path(screen), { text: CSV, remove: "2026-03-02" }, "editor")).status).toBe(403);
    }
    const into = await insertRecord(database, "instruments", {});
    await database.rows("update instruments set merged_into = ? where id = ?", [into, id]);
    expect((await post(path(), { text: CSV })).status).toBe(404);
    // Merged between the check and the write.
    const late = importPrices({} as StaffViewer, { id, symbol: "LATE" }, []);
    await expect(late).rejects.toMatchObject({ status: 404 });
  });

  it("refuses pence if another file has set pounds in the meantime", async () => {
    await database.rows("update instruments set currency = 'GBP' where id = ?", [id]);
    const price = { day: "2026-03-02", close: "7250", high: null, low: null, volume: null };
    const late = importPrices({ fullname: "Sam" } as StaffViewer, { id, symbol: "LLOY" }, [price], "GBX");
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await stored()).toEqual([]);
  });

  it("refuses other encodings with a message, and reads UTF-16 in both byte orders", async () => {
    const latin = await sendFile(Buffer.from("day;close\n2026-03-02;1\xa0234,50\n", "latin1"));
    expect([latin.status, await latin.text()]).toEqual([
      422,
      expect.stringContaining("The file is not UTF-8 text: save it as “CSV UTF-8”"),
    ]);
    const swapped = Buffer.from(`\uFEFF${CSV.replaceAll(",", "\t")}`, "utf16le").swap16();
    expect((await sendFile(swapped)).status).toBe(303);
    expect(await stored()).toEqual(IMPORTED);
  });

  it("reports the lines that it leaves out", async () => {
    const page = await followRedirect(await post(path(), { text: `${CSV}2026-03-04,--,\n2026-03-05,,\n` }));
    expect(page).toContain(
      "2 lines left out: Line 4: 2026-03-04 has no price; Line 5: 2026-03-05 has no price",
    );
  });
});

describe("a server with a wrong clock", () => {
  afterEach(() => vi.useRealTimers());

  it.each([
    ["ahead", 2, 1, 422],
    ["behind", -2, 0, 303],
  ])("%s accepts prices up to the database's today", async (_way, days, on, status) => {
    const [row] = await database.rows<{ day: string }>(
      "select ((now() at time zone 'UTC')::date + ?::int)::text as day",
      [on],
    );
    vi.useFakeTimers({ now: Date.now() + days * 86_400_000, toFake: ["Date"] });
    const answer = await post(path(), { text: `day,close\n${row?.day},10\n` });
    vi.useRealTimers();
    expect(answer.status).toBe(status);
    expect((await stored()).map(({ day }) => day)).toEqual(status === 303 ? [row?.day] : []);
  });
});

describe("the prices of an instrument", () => {
  it("are paged, newest first", async () => {
    await database.rows(
      `insert into daily_prices (instrument_id, day, close, source)
       select ?, date '2026-01-01' + n, 10 + n, 'test' from generate_series(0, 59) as n`,
      [id],
    );
    const first = await html(path());
    expect(first).toContain("2026-03-01");
    expect(first).not.toContain("2026-01-10");
    const second = await html(`${path()}?page=2`);
    expect(second).toContain("2026-01-10");
    expect(second).not.toContain("2026-03-01");
    expect(await html(`${path()}?page=9`)).toContain("There is no page 9.");
  });
});

describe("the splits of an instrument", () => {
  const splits = () => database.rows("select day::text, ratio from splits where instrument_id = ?", [id]);

  it("are added, changed and removed", async () => {
    await post(path(), { text: CSV });
    const page = await followRedirect(await post(path("splits"), { day: "2026-03-02", ratio: " 2 " }));
    expect(page).toContain("Split added successfully");
    expect(await splits()).toEqual([{ day: "2026-03-02", ratio: "2" }]);
    const other = { day: "2026-03-02", ratio: "0.1" };
    const refused = await post(path("splits"), other);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining("2026-03-02 already has a split of 2. Saving changes it to 0.1."),
    ]);
    expect(await splits()).toEqual([{ day: "2026-03-02", ratio: "2" }]);
    await post(path("splits"), { ...other, confirmed: "on" });
    expect(await splits()).toEqual([{ day: "2026-03-02", ratio: "0.1" }]);
    const emptied = await followRedirect(await post(path("splits"), { remove: "2026-03-02" }));
    expect(emptied).toContain("Split removed successfully");
    expect(emptied).toContain("No splits yet.");
    expect(await splits()).toEqual([]);
  });

  it.each([
    [{ day: "2026-02-30", ratio: "2" }, "Day must be a date such as 2026-07-16"],
    [{ day: "", ratio: "2" }, "Day must be a date such as 2026-07-16"],
    [{ day: "2026-03-02", ratio: "0" }, "Ratio must be above 0"],
    [{ day: "2026-03-02", ratio: "-2" }, "Ratio must be above 0"],
    [{ day: "2026-03-02", ratio: "2:1" }, "Ratio must be above 0"],
    [{ day: "2026-03-02", ratio: "1000000" }, "Ratio must be above 0 and below 1,000,000"],
    [{ day: "2026-03-02", ratio: "1.0" }, "A split of 1 changes nothing"],
    ...["1.0000001", "0.9999999", "1.0009"].map((ratio): [object, string] => [
      { day: "2026-03-03", ratio },
      `A split of ${ratio} changes prices by less than 0.1%`,
    ]),
    [{ day: "2226-03-02", ratio: "2", confirmed: "on" }, "Day must be at most a year from today"],
    [{ day: "2020-03-02", ratio: "2" }, "begin on 2026-03-02."],
    [{ day: "2026-03-03", ratio: "2" }, "the close went from 10 to 11.5, which does not match a split of 2"],
    ...["1.5", "35", "175", "0.5", "0.0005"].map((ratio): [object, string] => [
      { day: "2026-03-03", ratio },
      `the close went from 10 to 11.5, which does not match a split of ${ratio}`,
    ]),
    [{ day: "2026-11-02", ratio: "2" }, "end on 2026-03-03: none shows this split."],
    [{ remove: "yesterday" }, "Nothing was"],
  ])("refuse %j", async (sent, message) => {
    await post(path(), { text: CSV });
    const answer = await post(path("splits"), { ...sent } as Record<string, string>);
    expect(answer.status).toBe(422);
    if (!("remove" in sent)) expect(await answer.text()).toContain(message);
    expect(await splits()).toEqual([]);
  });
});

describe("a split on a future day", () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  it("needs one confirmation, then counts from its day on", async () => {
    await post(path(), { text: CSV });
    const split = { day: inDays(30), ratio: "2" };
    const refused = await post(path("splits"), split);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining(`${split.day} is in the future.`),
    ]);
    const page = await followRedirect(await post(path("splits"), { ...split, confirmed: "on" }));
    expect(page).toMatch(new RegExp(`${split.day} <span class="badge">Planned</span>`));
    expect(await loadSplits(id)).toEqual([{ ...split, planned: true }]);
    expect(await dailyPrices(id, { from: "2026-03-01", to: split.day }, { adjusted: true })).toMatchObject([
      { close: "10" },
      { close: "11.5" },
    ]);
  });

  it("needs a confirmation if another one of its day was added concurrently", async () => {
    await post(path(), { text: CSV });
    const send = (ratio: string) => post(path("splits"), { day: "2026-03-02", ratio });
    const statuses = (await Promise.all(["2", "3", "4"].map(send))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 422, 422]);
  });
});

/** Sends the form as a browser does, with a file. */
async function sendFile(csv: BlobPart, text = "") {
  const body = new FormData();
  body.set("file", new File([csv], "prices.csv", { type: "text/csv" }));
  body.set("text", text);
  return app.request(path(), { method: "POST", cookies: await app.cookiesOf("admin"), body });
}
