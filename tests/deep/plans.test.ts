import { BULK_KINDS, type BulkKind } from "db/seeds/bulk/arguments";
import { seedBulk } from "db/seeds/bulk.server";
import { insertKey } from "tests/support/api-keys";
import { cacheBypassCookies } from "tests/support/cached-pages";
import { openDatabase } from "tests/support/database";
import { type Address, everyAddress, type Who } from "tests/support/plan-addresses";
import { listenToPlans, logPlans, type PlanLog } from "tests/support/plan-log";
import { LIMITS, planOffences } from "tests/support/plan-offences";
import { insertRecord } from "tests/support/record-factories";
import { refreshTrackRecord } from "tests/support/refresh-track-record";
import { allStatements, numbered } from "tests/support/statements";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aggregateDays } from "~/features/analytics/aggregate-days.server";
import { BOUNDED, GROWING, UNASKED } from "./plan-exceptions";

const ROWS = 100_000;
/**
 * Long texts take their time to be indexed, and quotes their time to be entered with their prices. These
 * rows, too, are many times what a statement may read.
 */
const SLOW_ROWS = 25_000;
const SLOW_KINDS: readonly BulkKind[] = [
  "news",
  "briefs",
  "alerts",
  "videos",
  "quotes",
  "movers",
  "instruments",
];

/** What a site never has many of: as many as the counts by day need, a year of which belongs to one. */
const FEW_ROWS = 300;
const FEW_KINDS: readonly BulkKind[] = ["ads", "banners", "coupons"];

/** A table with more rows is one of those that grow. */
const LARGE = 5_000;

const STRIP = ["Dow Jones", "S&P 500", "Nasdaq", "FTSE 100", "Bitcoin"];

let app: TestApp;
let plans: PlanLog;
let people: Record<Who, string>;
let isLarge: (table: string) => boolean;
let nameOf: (text: string) => string;

beforeAll(async () => {
  app = await startTestApp({}, { wrapDatabase: logPlans });
  plans = listenToPlans();
  const counts = BULK_KINDS.map((kind) => [kind, rowsOf(kind)]);
  await seedBulk({ ...Object.fromEntries(counts), now: new Date(), report() {} });
  const database = openDatabase(app.databaseUrl);
  await insertRecord(database, "packages");
  for (const name of STRIP) await insertRecord(database, "quotes", { name });
  // Runs the hourly job, which a reader of the track record would start: it writes most calls again, and makes their companies public.
  await refreshTrackRecord();
  const addUpDays = aggregateDays();
  while ((await addUpDays()) > 0);
  const { headers } = await insertKey(database, ["content:read:private"]);
  await database.rows("vacuum analyze");
  await database.close();
  // Last, because lists of people ask for a password that was typed within some minutes.
  people = {
    visitor: "",
    member: await app.cookiesOf("premium"),
    staff: await app.cookiesOf("superadmin"),
    key: headers.Authorization,
  };
  isLarge = await largeTables();
  nameOf = await statementNames();
});
afterAll(() => app.stop());

function rowsOf(kind: BulkKind): number {
  if (FEW_KINDS.includes(kind)) return FEW_ROWS;
  return SLOW_KINDS.includes(kind) ? SLOW_ROWS : ROWS;
}

async function largeTables(): Promise<(table: string) => boolean> {
  const found = await app.sql<{ name: string }>(
    `select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > ?`,
    [LARGE],
  );
  const names = new Set(found.map(({ name }) => name));
  return (table) => names.has(table);
}

/** The name of a declared statement; of any other how it begins. */
async function statementNames(): Promise<(text: string) => string> {
  const declared = new Map((await allStatements()).map((each) => [numbered(each), each.name]));
  return (text) => declared.get(text) ?? text.replace(/\s+/g, " ").slice(0, 120);
}

/** The queue looks after itself at moments of its own. */
const isJobQueue = (text: string) => text.includes("pgboss");

/** What grew for an address: "statement: node", once each. */
async function growthOf({ path, who }: Address): Promise<string[]> {
  plans.take();
  const caller =
    who === "key" ? { headers: { Authorization: people.key } } : { cookies: cacheBypassCookies(people[who]) };
  const response = await app.request(path, caller);
  await response.text();
  const limits = { ...LIMITS, ...limitsFor(path) };
  const found = plans
    .take()
    .filter(({ text }) => !isJobQueue(text))
    .flatMap(({ text, root }) =>
      planOffences(root, isLarge, { ...limits, ...BOUNDED[nameOf(text)] }).map(
        (offence) => `${nameOf(text)}: ${offence}`,
      ),
    );
  return [...(response.status < 400 ? [] : [`answers ${response.status}`]), ...new Set(found)];
}

/** A file of a sitemap is the longest page of all. */
const limitsFor = (path: string) => (/^\/sitemaps\//.test(path) ? { sorted: LIMITS.made } : {});

it("every list, search, count and detail costs the same, however many rows there are", async () => {
  const { addresses, unasked } = await everyAddress(app.url, people);
  expect(unasked.filter((pattern) => !UNASKED.some((known) => known.test(pattern)))).toEqual([]);
  const growing: string[] = [];
  for (const address of addresses) {
    await app.sql("delete from rate_limits");
    const found = (await growthOf(address)).filter(
      (each) => !GROWING.some((known) => each.startsWith(known)),
    );
    growing.push(...found.map((each) => `${address.who} ${address.path}: ${each}`));
  }
  expect(growing).toEqual([]);
});
