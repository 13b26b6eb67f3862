import { insertReader, keepingTransport, removeReaders, sendAll } from "tests/support/newsletters";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { get, html, post, setUpStaffApp } from "tests/support/staff-app";
import { beforeEach, expect, it } from "vitest";
import { digestWeek, lastDigest, nextDigest, recordOfWeek } from "~/features/newsletters/digest.rules";
import { digestContent, unsentWeek } from "~/features/newsletters/digest-content.server";
import { config } from "~/platform/config.server";
import { wallMinute } from "~/web/zoned-minute";

setUpStaffApp();
const week = () => recordOfWeek(lastDigest(new Date(), config().siteTz));
beforeEach(async () => {
  await removeReaders();
  for (const table of ["daily_briefs", "trade_alerts", "news", "stock_picks"])
    await database.rows(`delete from ${table}`);
});

/** A moment of the week whose digest was the last one. */
const inWeek = () =>
  new Date(digestWeek(lastDigest(new Date(), config().siteTz), config().siteTz).since.getTime() + 3_600_000);

async function publish(): Promise<void> {
  const created_at = inWeek();
  await insertRecord(database, "daily_briefs", {
    ...{ company_name: "Nvidia", ticker: "NVDA", headline: "Nvidia: pay 158 to 168", teaser: "In steps." },
    ...{ analysis: "The locked analysis.", created_at },
  });
  await insertRecord(database, "news", {
    title: "Rates stay",
    content: "Text.",
    category: "Trending",
    created_at,
  });
  await insertRecord(database, "news", {
    title: "A draft",
    content: "Text.",
    category: "Trending",
    status: "draft",
    created_at,
  });
  await insertRecord(database, "news", {
    title: "Of another week",
    content: "Text.",
    category: "Trending",
    created_at: new Date(0),
  });
  await insertRecord(database, "trade_alerts", { name: "Secret Company", ticker: "SCRT", created_at });
}

const form = { subject: "The week", preview: "" };
const compose = `/admin/newsletters/new?newsletter=weekly&record=`;

it("a digest lists what everybody may read of its week, and names no company of an alert", async () => {
  await publish();
  await insertReader("ada");
  expect((await post(compose + week(), form)).status).toBe(303);
  const message = (await sendAll()).get("ada@readers.test") ?? "";
  for (const words of ["Nvidia: pay 158 to 168", "In steps.", "Rates stay", "1 trade alert"])
    expect(message).toContain(words);
  for (const words of ["The locked analysis", "A draft", "Of another week", "Secret", "SCRT"])
    expect(message).not.toContain(words);
});

it("a digest is planned for its Saturday, and waits until then", async () => {
  await insertReader("ada");
  await insertRecord(database, "news", { title: "Rates stay", content: "Text.", category: "Trending" });
  const next = recordOfWeek(nextDigest(new Date(), config().siteTz));
  const due = digestWeek(nextDigest(new Date(), config().siteTz), config().siteTz).until;
  const typed = wallMinute(due, config().siteTz);
  expect(await html(compose + next)).toContain(`value="${typed}"`);
  // Also by the Enter key, which presses no button of that name: a running week is not complete.
  expect((await post(compose + next, form)).status).toBe(303);
  expect((await sendAll()).size).toBe(0);
  expect(await database.rows("select state, starts_at from editions")).toEqual([
    { state: "planned", starts_at: due },
  ]);
  await database.rows("update editions set starts_at = now()");
  expect((await sendAll()).size).toBe(1);
});

it("a digest whose week stays empty is cancelled, and a running week says at its end what it had", async () => {
  await insertReader("ada");
  const next = nextDigest(new Date(), config().siteTz);
  const article = await insertRecord(database, "news", {
    title: "Rates stay",
    content: "Text.",
    category: "Trending",
  });
  const early = {
    ...form,
    to: "later",
    startsAt: wallMinute(new Date(Date.now() + 120_000), config().siteTz),
  };
  const refused = await post(compose + recordOfWeek(next), early);
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("will not have ended by then"),
  ]);
  await post(compose + recordOfWeek(next), form);
  await insertRecord(database, "news", { title: "More", content: "Text.", category: "Trending" });
  await database.rows("update editions set starts_at = now()");
  expect((await sendAll()).get("ada@readers.test")).toContain("2 articles.");
  await database.rows("delete from editions");
  await post(compose + recordOfWeek(next), form);
  await database.rows("delete from news where id = ? or title = 'More'", [article]);
  await database.rows("update editions set starts_at = now()");
  expect((await sendAll()).size).toBe(0);
  expect(await database.rows("select state, reason from editions")).toEqual([
    { state: "cancelled", reason: "Nothing was published that week." },
  ]);
});

it("a digest counts more than it lists, and its plain text has every address", async () => {
  for (let nth = 0; nth < 23; nth += 1)
    await insertRecord(database, "news", {
      title: `Article ${nth}`,
      content: "Text.",
      category: "Trending",
      created_at: inWeek(),
    });
  const { preview, whole } = (await digestContent(week())) ?? {};
  expect(preview).toBe("23 articles.");
  expect(whole?.plain?.match(/\/news\//g)).toHaveLength(20);
});

it("a digest ends when something that it lists is withdrawn, and is sent on without that", async () => {
  await publish();
  for (const name of ["a", "b", "c"]) await insertReader(name);
  await post(compose + week(), form);
  const withdrawing = keepingTransport(async () => {
    await database.rows("update news set status = 'draft' where title = 'Rates stay'");
    return { outcome: "sent" };
  });
  await sendAll(Object.assign(withdrawing, { connections: 1 }));
  expect(withdrawing.messages).toHaveLength(1);
  const [edition] = await database.rows<{ id: string; state: string }>("select id, state from editions");
  expect(edition?.state).toBe("cancelled");
  await post(`/admin/newsletters/${edition?.id}`, { change: "resume" });
  const sent = await sendAll();
  expect(sent.size).toBe(2);
  for (const message of sent.values()) {
    expect(message).toContain("Nvidia: pay 158 to 168");
    expect(message).not.toContain("Rates stay");
  }
});

it("a digest that is automatic is due for a day, once, and only if its week has something", async () => {
  const last = lastDigest(new Date(), config().siteTz);
  const due = digestWeek(last, config().siteTz).until;
  const unsent = (since: Date) => unsentWeek(since, new Date());
  expect(await unsent(due)).toEqual([]);
  await publish();
  expect(await unsent(due)).toEqual([{ recordId: week() }]);
  expect(await unsent(new Date(due.getTime() + 1))).toEqual([]);
  await post(compose + week(), form);
  expect(await unsent(due)).toEqual([]);
});

it("a digest of nothing, and of a day that is no Saturday, does not exist", async () => {
  expect(await digestContent(week())).toBeUndefined();
  expect((await get(compose + week())).status).toBe(404);
  expect((await get(`${compose}00000000-0000-4000-8000-000020261127`)).status).toBe(404);
});

it.each([
  ["", "Choose a date and time."],
  ["2020-01-01T08:00", "“Send at” is in the past. Choose a later time."],
  ["soon", "Send at"],
])("a time to send of “%s” is refused, and the form keeps its input", async (startsAt, message) => {
  await publish();
  const answer = await post(compose + week(), { ...form, subject: "My own words", to: "later", startsAt });
  const page = await answer.text();
  expect([answer.status, page]).toEqual([422, expect.stringContaining(message)]);
  expect(page).toContain("My own words");
  expect(await database.rows("select from editions")).toEqual([]);
});
