import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { TRADE_ALERTS } from "db/demo/editorial";
import { demoInstruments } from "db/demo/instruments";
import { seedDemo } from "db/demo/seed.server";
import { Image } from "db/entities/image";
import { QUOTE_CATEGORIES } from "db/entities/quote";
import { PICK_CATEGORIES } from "db/entities/stock-pick";
import { em } from "db/orm.server";
import { SET_CLOCK, withOwnClock } from "tests/support/database-clock";
import { type PriceClaim, priceClaims } from "tests/support/price-claims";
import { app, database, setUpApp } from "tests/support/running-app";
import { drawn, SEED_NOTE } from "tests/support/sample";
import { settleCalls } from "tests/support/settled-calls";
import { PASSWORD } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { DEMO_STALE_AFTER } from "~/platform/config.server";
import { formatPrice } from "~/ui/price-format";

/*
 * The demo as each kind of reader sees it, on the day it begins and sixty days later: no two prices of one instrument for one moment or
 * one day, and none of another precision. Both clocks stand: the database's, and the server's, which is this process's.
 */

const DAY = 86_400_000;
/** A Wednesday at noon, a Saturday, and just after a midnight: drawn, so that other runs begin at another. */
const [START = new Date()] = drawn(
  ["2026-11-25T12:32:00Z", "2026-11-28T06:40:00Z", "2026-11-30T00:05:00Z"].map((at) => new Date(at)),
  1,
  "when the demo begins",
);
const READERS = ["visitor", "basic", "premium", "private", "editor", "admin", "superadmin"] as const;
type Reader = (typeof READERS)[number];

const INSTRUMENTS = new Map(demoInstruments().map((instrument) => [instrument.symbol, instrument]));
const CALLED = TRADE_ALERTS.map(({ ticker }) => ticker);
/** One of each kind, the calls that are newest, and some others. */
const SYMBOLS = [
  ...new Set([
    ...["EURUSD", "US10Y", "USDT", "BTC", "XAG", "FSEQ", "DJI", "RR.", "DGE"],
    ...CALLED.slice(0, 3),
    ...drawn([...INSTRUMENTS.keys()], 3, "companies of the demo"),
  ]),
];

setUpApp({ STALE_AFTER_MINUTES: String(DEMO_STALE_AFTER) }, { wrapDatabase: withOwnClock });

/** Only the date: timers go as they always do. */
async function setClocks(at: Date): Promise<void> {
  vi.setSystemTime(at);
  await app.sql(SET_CLOCK, [at.toISOString()]);
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await setClocks(START);
  await database.rows("delete from staff");
  await database.rows("delete from members");
  await seedDemo({
    now: START,
    report: () => {},
    hashPassword: () => hash(PASSWORD, { memoryCost: 1024, timeCost: 1 }),
    recordCalls: recordPastCalls,
    storePicture: async () => {
      const id = randomUUID();
      await em().insert(Image, { id, width: 1, height: 1, byteSize: 1, widths: [1] });
      return { id };
    },
  });
  // Their memberships end within sixty days; that is not what is looked at.
  await database.rows(
    "update members set subscription_expires_at = '2099-01-01' where subscription <> 'Basic' and email::text in ('premium@demo.test', 'private@demo.test')",
  );
  while ((await openOlderCalls()) > 0);
  await settleCalls(START);
});
afterAll(() => vi.useRealTimers());

type Page = { path: string; of?: string };

async function pages(): Promise<Page[]> {
  const alerts = await database.rows<{ id: string; of: string }>(
    `select id, ticker as of from trade_alerts where ticker = any(?) order by created_at desc limit 5`,
    [SYMBOLS],
  );
  const briefs = await database.rows<{ id: string; of: string }>(
    `select id, ticker as of from daily_briefs where status = 'published' order by created_at desc limit 2`,
  );
  return [
    ...["/", "/market", "/trade-alert", "/stock-picks", "/search?q=Intel"].map((path) => ({ path })),
    ...QUOTE_CATEGORIES.map((name) => ({ path: `/market?category=${name}` })),
    ...PICK_CATEGORIES.map((name) => ({ path: `/stock-picks?${new URLSearchParams({ category: name })}` })),
    ...SYMBOLS.map((of) => ({ path: `/stock/${encodeURIComponent(of)}`, of })),
    ...alerts.map(({ id, of }) => ({ path: `/trade-alert/${id}`, of })),
    ...briefs.map(({ id, of }) => ({ path: `/daily-brief/${id}`, of })),
  ];
}

type Said = PriceClaim & { path: string };

async function crawl(reader: Reader): Promise<{ said: Said[]; texts: { path: string; html: string }[] }> {
  const cookies = reader === "visitor" ? "" : await app.cookiesOf(reader);
  const said: Said[] = [];
  const texts = [];
  for (const { path, of } of await pages()) {
    const answer = await app.request(path, { cookies });
    if (answer.status === 404) continue;
    const html = await answer.text();
    texts.push({ path, html });
    said.push(...priceClaims(html, of).map((claim) => ({ ...claim, path })));
  }
  return { said, texts };
}

/** What is said of one instrument for one day, in more than one way. */
function contradictions(said: readonly Said[]): string[] {
  const byDay = new Map<string, Said[]>();
  for (const claim of said) {
    const key = `${claim.of} ${claim.at.slice(0, 10)}`;
    byDay.set(key, [...(byDay.get(key) ?? []), claim]);
  }
  return [...byDay].flatMap(([day, claims]) =>
    new Set(claims.map(({ price }) => price)).size > 1
      ? [`${day}: ${claims.map(({ path, at, price }) => `${price} at ${at} on ${path}`).join(", ")}`]
      : [],
  );
}

/** What is written otherwise than a price of its kind and its size. */
const badlyWritten = (said: readonly Said[]): string[] =>
  said.flatMap(({ of, price, path }) => {
    const right = formatPrice(price.replaceAll(",", ""), { kind: INSTRUMENTS.get(of)?.kind }).replace(
      "%",
      "",
    );
    return right === price ? [] : [`${of} ${price}, not ${right}, on ${path}`];
  });

describe.each([0, 60])("a demo that began %i days ago", (age) => {
  const everything: Said[] = [];
  beforeAll(async () => {
    await setClocks(new Date(START.getTime() + age * DAY));
    await settleCalls(new Date());
  });

  it.each(READERS)("tells a %s one price of a day, written in one way", async (reader) => {
    const { said, texts } = await crawl(reader);
    everything.push(...said);
    expect([SEED_NOTE, contradictions(said), badlyWritten(said)]).toEqual([SEED_NOTE, [], []]);
    // The crawl has found what it is there for.
    expect(new Set(said.map(({ of }) => of)).size).toBeGreaterThan(
      reader === "premium" || reader === "private" ? 25 : 12,
    );
    if (age === 0)
      expect(texts.flatMap(({ path, html }) => (/class="stale"|stale, \d/.test(html) ? [path] : []))).toEqual(
        [],
      );
  });

  it("tells all readers the same", () => {
    expect(contradictions(everything)).toEqual([]);
  });
});

it("nothing is stale to readers a day after the demo began", async () => {
  await setClocks(new Date(START.getTime() + DAY - 60_000));
  const { texts } = await crawl("premium");
  expect(texts.flatMap(({ path, html }) => (/class="stale"|stale, \d/.test(html) ? [path] : []))).toEqual([]);
});
