import { randomUUID } from "node:crypto";
import { insertRecord } from "tests/support/record-factories";
import { database } from "tests/support/running-app";
import { html, setUpStaffApp } from "tests/support/staff-app";
import type { Person } from "tests/support/test-app";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

setUpStaffApp();

let instrument: string;
beforeAll(async () => {
  const quote = await insertRecord(database, "quotes", {
    name: "Canary Corporation",
    symbol: "CNRY",
    last: "104",
    currency: "USD",
  });
  const [row] = await database.rows<{ id: string }>("select instrument_id as id from quotes where id = ?", [
    quote,
  ]);
  instrument = row?.id ?? "";
});

beforeEach(() => database.empty("calls"));

/** The call of an open alert. */
const open = (name: string, values: Record<string, unknown> = {}) =>
  insertRecord(database, "calls", {
    id: randomUUID(),
    record_id: randomUUID(),
    symbol: "CNRY",
    instrument_id: instrument,
    name,
    entry_price: "100",
    entry_at: new Date().toISOString(),
    currency: "USD",
    target: "130",
    stop: "90",
    state: "open",
    ...values,
  });

/** Up to the advertisement that follows. */
const morning = async (person: Person) =>
  /<section class="mb-10" aria-labelledby="morning">.*?(?=No ad available for position 1)/s.exec(
    await html("/", person),
  )?.[0] ?? "";

describe("the morning section", () => {
  it("has the open calls that its reader may read, between stop and target", async () => {
    await open("Members Corporation");
    await open("Private Corporation", { audience: "private", target: "110" });
    await open("Foreign Corporation", { currency: "EUR" });
    await open("Yesterday Corporation", {
      last_day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    });
    await expect.poll(() => morning("premium")).toContain("2 calls are open: 1 ahead");
    const premium = await morning("premium");
    expect(premium).toContain("Members Corporation: stop 90.00, made at 100.00, last 104.00, target 130.00");
    expect(premium).not.toMatch(/Private Corporation|Foreign Corporation|Yesterday Corporation/);
    await expect.poll(() => morning("private")).toContain("3 calls are open: 2 ahead");
    for (const person of ["visitor", "basic", "lapsed"] as const) {
      const page = await html("/", person);
      expect(page).not.toContain("Your morning");
      expect(page).not.toMatch(/Members Corporation|Private Corporation/);
    }
  });

  it("shows the eight newest, and links to all", async () => {
    for (let nth = 1; nth <= 8; nth += 1) await open(`Firm ${nth}`);
    await expect.poll(() => morning("premium")).toContain("8 calls are open");
    expect(await morning("premium")).toContain("All 8 calls");
    expect(await morning("premium")).not.toContain('href="/trade-alert"');
    await open("Ninth");
    await expect.poll(() => morning("premium")).toContain("9 calls are open");
    expect(await morning("premium")).toContain("The 8 newest");
    expect(await morning("premium")).toContain('<a href="/trade-alert">All 9 open calls</a>');
    expect(await morning("premium")).not.toContain("All 8 calls");
  });

  it("is one section with its parts below", async () => {
    await open("Members Corporation");
    await insertRecord(database, "news", { title: "Of this morning" });
    await expect.poll(() => morning("premium")).toContain("Of this morning");
    await expect.poll(() => morning("premium")).toContain("One call is open");
    const heads = [...(await morning("premium")).matchAll(/<(h\d)[^>]*>([^<:]*)/g)];
    expect(heads.map(([, level, text]) => `${level} ${text}`)).toEqual([
      expect.stringMatching(/^h2 Your (morning|afternoon|evening)$/),
      "h3 One call is open",
      "h3 New since your last visit",
    ]);
  });

  it("lists what is new since the previous visit", async () => {
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await insertRecord(database, "news", { title: "Three days old", created_at: at(3) });
    await insertRecord(database, "news", { title: "Of today", created_at: at(0) });
    await expect.poll(() => morning("premium")).toContain("Of today");
    expect(await morning("premium")).not.toContain("Three days old");
    const was = (days: number) =>
      database.rows("update sessions set last_seen_at = ?, visited_before_at = null where kind = 'member'", [
        at(days),
      ]);
    await was(5);
    expect(await morning("premium")).toContain("Three days old");
    // That was the first request of a new visit. Later ones know the previous visit's time.
    expect(await morning("premium")).toContain("Three days old");
    const [seen] = await database.rows<{ recent: boolean; before: boolean }>(
      `select bool_and(last_seen_at > now() - interval '1 minute') as recent, bool_and(visited_before_at < now() - interval '4 days') as before
         from sessions where kind = 'member' and visited_before_at is not null`,
    );
    expect(seen).toEqual({ recent: true, before: true });
  });
});

describe("advertisements", () => {
  it("are fewer for paying members only", async () => {
    const [image] = await database.rows<{ id: string }>(
      "insert into images (width, height, byte_size, widths) values (800, 100, 1000, '{400,800}') returning id",
    );
    for (const [category, position] of [
      ["square", 1],
      ["square", 2],
      ["rectangle", 1],
      ["rectangle", 2],
      ["rectangle", 3],
    ] as const)
      await insertRecord(database, "ads", {
        name: `https://${category}-${position}.example/`,
        category,
        position,
        status: "published",
        image_id: image?.id,
      });
    const count = async (person: Person) =>
      (await html("/", person)).match(/<span class="ad-label">/g)?.length ?? 0;
    for (const person of ["visitor", "basic"] as const) await expect.poll(() => count(person)).toBe(5);
    for (const person of ["premium", "private"] as const) await expect.poll(() => count(person)).toBe(2);
    expect(await html("/", "premium")).not.toContain("No ad available");
  });
});
