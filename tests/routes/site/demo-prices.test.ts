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
import { drawn, isDeep, SEED_NOTE } from "tests/support/sample";
import { settleCalls } from "tests/support/settled-calls";
import { PASSWORD } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { recordPastCalls } from "~/features/calls/demo-ledger.server";
import { openOlderCalls } from "~/features/calls/record-calls.server";
import { DEMO_STALE_AFTER } from "~/platform/config.server";
import { formatPrice } from "~/ui/price-format";

/*
 * The demo for each kind of reader, on its first day and sixty days later. It must not show two prices of
 * one instrument for one moment or day, nor a price with another precision. Both clocks are fixed: the
 * database's, and the server's, which is this process's.
 */

const DAY = 86_400_000;
/** A Wednesday at noon, a Saturday, and just after midnight; each run picks one at random. */
const [START = new Date()] = drawn(
  ["2026-11-25T12:32:00Z", "2026-11-28T06:40:00Z", "2026-11-30T00:05:00Z"].map((at) => new Date(at)),
  1,
  "when the demo begins",
);
const READERS = ["visitor", "basic", "premium", "private", "editor", "admin", "superadmin"] as const;
type Reader = (typeof READERS)[number];
/** The demo's ages in days, each with the members who read most and some of the others: each reader sees it at one age or at both. */
const OTHERS = drawn(READERS, READERS.length, "readers of the demo by its age").filter(
  (reader) => reader !== "premium" && reader !== "visitor",
);
const AGES: [age: number, readers: readonly Reader[]][] = isDeep
  ? [0, 60].map((age) => [age, READERS])
  : [
      [0, ["visitor", "premium", ...OTHERS.slice(0, 3)]],
      [60, ["visitor", "premium", ...OTHERS.slice(3)]],
    ];

const INSTRUMENTS = new Map(demoInstruments().map((instrument) => [instrument.symbol, instrument]));
const CALLED = TRADE_ALERTS.map(({ ticker }) => ticker);
/** One instrument of each kind, those of the newest calls, and some others. */
const SYMBOLS = [
  ...new Set([
    ...["EURUSD", "US10Y", "USDT", "BTC", "XAG", "FSEQ", "DJI", "RR.", "DGE"],
    ...CALLED.slice(0, 3),
    ...drawn([...INSTRUMENTS.keys()], 3, "companies of the demo"),
  ]),
];

setUpApp({ STALE_AFTER_MINUTES: String(DEMO_STALE_AFTER) }, { wrapDatabase: withOwnClock });

/** Sets only the date; timers run normally. */
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
  // Their memberships would end within sixty days, which is not tested here.
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

type FoundPrice = PriceClaim & { path: string };

async function crawl(
  reader: Reader,
): Promise<{ found: FoundPrice[]; texts: { path: string; html: string }[] }> {
  const cookies = reader === "visitor" ? "" : await app.cookiesOf(reader);
  const found: FoundPrice[] = [];
  const texts = [];
  for (const { path, of } of await pages()) {
    const answer = await app.request(path, { cookies });
    if (answer.status === 404) continue;
    const html = await answer.text();
    texts.push({ path, html });
    found.push(...priceClaims(html, of).map((claim) => ({ ...claim, path })));
  }
  return { found, texts };
}

/** Different prices of one instrument for one day. */
function contradictions(found: readonly FoundPrice[]): string[] {
  const byDay = new Map<string, FoundPrice[]>();
  for (const claim of found) {
    const key = `${claim.of} ${claim.at.slice(0, 10)}`;
    byDay.set(key, [...(byDay.get(key) ?? []), claim]);
  }
  return [...byDay].flatMap(([day, claims]) =>
    new Set(claims.map(({ price }) => price)).size > 1
      ? [`${day}: ${claims.map(({ path, at, price }) => `${price} at ${at} on ${path}`).join(", ")}`]
      : [],
  );
}

/** Prices in another format than their kind and size require. */
const wrongFormats = (found: readonly FoundPrice[]): string[] =>
  found.flatMap(({ of, price, path }) => {
    const right = formatPrice(price.replaceAll(",", ""), { kind: INSTRUMENTS.get(of)?.kind }).replace(
      "%",
      "",
    );
    return right === price ? [] : [`${of} ${price}, not ${right}, on ${path}`];
  });

describe.each(AGES)("a demo that began %i days ago", (age, readers) => {
  const everything: FoundPrice[] = [];
  beforeAll(async () => {
    await setClocks(new Date(START.getTime() + age * DAY));
    await settleCalls(new Date());
  });

  it.each(readers)("shows a %s one price per day, in one format", async (reader) => {
    const { found, texts } = await crawl(reader);
    everything.push(...found);
    expect([SEED_NOTE, contradictions(found), wrongFormats(found)]).toEqual([SEED_NOTE, [], []]);
    // The crawl has found enough prices.
    expect(new Set(found.map(({ of }) => of)).size).toBeGreaterThan(
      reader === "premium" || reader === "private" ? 25 : 12,
    );
    if (age === 0)
      expect(texts.flatMap(({ path, html }) => (/class="stale"|stale, \d/.test(html) ? [path] : []))).toEqual(
        [],
      );
  });

  it("shows all readers the same prices", () => {
    expect(contradictions(everything)).toEqual([]);
  });
});

it("the demo shows nothing stale on its first day", async () => {
  await setClocks(new Date(START.getTime() + DAY - 60_000));
  const { texts } = await crawl("premium");
  expect(texts.flatMap(({ path, html }) => (/class="stale"|stale, \d/.test(html) ? [path] : []))).toEqual([]);
});
