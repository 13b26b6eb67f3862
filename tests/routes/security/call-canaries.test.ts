import { type Canary, leakedIn } from "tests/support/canaries";
import { withOwnClock } from "tests/support/database-clock";
import { type PlantedCall, plantCalls, sha256 } from "tests/support/planted-calls";
import { allRoutes, dataUrl, fillParams } from "tests/support/routes";
import { app, database, setUpApp } from "tests/support/running-app";
import { drawn, isDeep, randomFor, SEED_NOTE } from "tests/support/sample";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyLedger } from "~/features/calls/verification/verify-ledger.server";
import { DISCOVERIES } from "~/features/registry.server";
import { companyExhibit } from "~/features/share-pictures/share-exhibits.server";
import { MATRIX } from "./matrix";
import { matrixPath } from "./matrix-records";

/*
 * Calls in every state, made as staff and prices make them. No answer of any address may contain their locked
 * parts for readers without access; canary.test.ts checks this for rows in the tables, for all other content.
 */

setUpApp({}, { wrapDatabase: withOwnClock });

let calls: PlantedCall[];
const headers: Record<string, Record<string, string>> = { visitor: {} };

beforeAll(async () => {
  calls = await plantCalls();
  for (const person of ["basic", "premium", "private"] as const)
    headers[person] = { Cookie: await app.cookiesOf(person) };
});

/** Each call's readers see its record, and nobody sees a mistake. */
const isHiddenFrom = (person: string, { audience, state }: PlantedCall) =>
  person === "premium" ? audience === "private" || state === "taken back" : person !== "private";

const hiddenFrom = (person: string): Canary[] =>
  calls.filter((call) => isHiddenFrom(person, call)).flatMap(({ hidden }) => hidden);

const KINDS: Record<string, string> = { trade_alerts: "alert", stock_picks: "pick", daily_briefs: "brief" };

/** An address in its forms, a page and its data, and the call that it names. */
type Address = { forms: [string, ...string[]]; call?: PlantedCall };

/** Every readable address, with these calls wherever it names a record. */
function addresses(): Address[] {
  const ofKind = (table: string) => calls.filter(({ kind = "alert" }) => kind === KINDS[table]);
  return allRoutes()
    .filter(({ reads, page, pattern }) => (reads || page) && !pattern.startsWith("/admin"))
    .flatMap(({ pattern, page }) => {
      const { table = "" } = MATRIX[pattern] ?? {};
      const naming = (call: PlantedCall, parameters: Record<string, string>) => ({
        path: fillParams(pattern, parameters),
        call,
      });
      const ofCalls = pattern.includes(":symbol")
        ? calls.map((call) => naming(call, { symbol: call.symbol }))
        : pattern.includes(":slug")
          ? calls.map((call) => naming(call, { slug: call.authorSlug }))
          : pattern.includes(":id") && table === "calls"
            ? calls.flatMap((call) => call.callIds.map((id) => naming(call, { id })))
            : ofKind(table).map((call) => naming(call, { id: call.recordId }));
      const paths = /:(symbol|slug|id)/.test(pattern) ? ofCalls : [{ path: matrixPath(pattern) }];
      return paths.map(({ path, ...of }) => ({ forms: page ? [path, dataUrl(path)] : [path], ...of }));
    });
}

/**
 * The paths for each reader without access. A page that names a call goes to a visitor and its data to a member without
 * a subscription, or the other way round, at random; one of both to a Premium member, if the call is hidden from them.
 * All other addresses, and all in a deep run, are for all readers.
 */
function pathsFor(person: string): string[] {
  const random = randomFor("readers of calls");
  return addresses().flatMap(({ forms, call }) => {
    const [swapped, other] = [random.chance(0.5), random.chance(0.5)];
    const one = (second: boolean) => forms[second ? 1 : 0] ?? forms[0];
    if (isDeep || !call) return forms;
    if (person === "premium") return isHiddenFrom(person, call) ? [one(other)] : [];
    return [one((person === "basic") !== swapped)];
  });
}

/** Query strings of lists: pages, orders, and the first letters of every hidden word. */
const QUESTIONS = [
  ...[
    "/search",
    "/search.data",
    "/search/suggestions",
    "/trade-alert",
    "/stock-picks",
    "/daily-brief",
  ].flatMap((path) =>
    ["Cnry", "CNRY1", "5131", "5,131"].map((word) => `${path}?q=${encodeURIComponent(word)}`),
  ),
  ...["buy", "pick"].flatMap((kind) => [`/track-record?kind=${kind}`, `/track-record.data?kind=${kind}`]),
  ...["ticker", "name", "target_price"].flatMap((by) => [
    `/trade-alert?sort=${by}`,
    `/api/trade-alert?sort=${by}`,
    `/api/stock-picks?sort=${by}`,
  ]),
  "/track-record/log.json?after=1",
  `/track-record.json?after=2000-01-01_${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}`,
];

/** What an answer leaks; an address with a call's id may appear in it. */
async function leaksAt(path: string, person: string, hidden: readonly Canary[]): Promise<string[]> {
  const response = await app.request(path, { headers: headers[person] });
  const unsaid = hidden.filter(({ text }) => !path.toLowerCase().includes(text.toLowerCase()));
  return leakedIn(unsaid, response, await response.text()).map((name) => `${path} gives away ${name}`);
}

async function leaksOf(
  person: string,
  paths: readonly string[],
  hidden = hiddenFrom(person),
): Promise<string[]> {
  const [found, waiting]: [string[], string[]] = [[], [...paths]];
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      found.push(...(await leaksAt(path, person, hidden)));
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return found;
}

it("the product creates calls in every state", async () => {
  const states = await database.rows<{ state: string; count: number }>(
    `select concat_ws(' ', kind, state, close_reason, case when corrected_at is not null then 'corrected' end,
                      case when mistake then 'mistake' end) as state, count(*)::int from calls group by 1 order by 1`,
  );
  expect(Object.fromEntries(states.map(({ state, count }) => [state, count]))).toEqual({
    ...{
      "alert open": 7,
      "alert closed target": 5,
      "alert closed by hand": 1,
      "alert closed by hand corrected": 1,
    },
    ...{ "alert withdrawn": 3, "alert withdrawn mistake": 1, "pick open": 2, "pick closed target": 1 },
    ...{ "pick withdrawn": 1, "brief open": 1, "brief withdrawn": 1 },
  });
  expect((await verifyLedger()).problems).toEqual([]);
});

describe("locked parts of calls in every state", () => {
  it.each(["visitor", "basic", "premium"])("are at no address for: %s", async (person) => {
    expect(await leaksOf(person, [...pathsFor(person), ...QUESTIONS]), SEED_NOTE).toEqual([]);
  });

  it("are in no picture and in no email", async () => {
    const shared = DISCOVERIES.flatMap(({ share }) => share?.record ?? []);
    const pictures = await Promise.all([
      ...calls.map(({ symbol }) => companyExhibit(symbol, new Date())),
      ...shared.flatMap((record) => calls.map(({ recordId: id }) => record.first({ id }))),
    ]);
    const mails = await database.rows("select subject, html, text from mails");
    const drawn = JSON.stringify([pictures, mails]);
    expect(leakedIn(hiddenFrom("visitor"), new Response(), drawn)).toEqual([]);
  });

  it("are visible to their readers, so that a leak would be found", async () => {
    const hidden = calls.flatMap((call) => call.hidden);
    const paths = addresses().flatMap(({ forms }) => drawn(forms, 1, forms[0]));
    const seen = new Set(await leaksOf("private", paths, hidden));
    const unseen = calls.filter(
      ({ state }) => ![...seen].some((leak) => leak.includes(` gives away ${state}: `)),
    );
    // Their records are deleted, and the texts in them, too.
    expect(unseen.map(({ state }) => state)).toEqual(["withdrawn, public", "view, withdrawn"]);
    // Readers of all calls find every company; a withdrawn call leaves nothing else.
    expect([...seen].filter((leak) => /taken back: (?!Cnry\d+namex)/.test(leak))).toEqual([]);
    const visitors = await (await app.request("/track-record")).text();
    for (const { symbol, isPublic, state } of calls)
      expect([state, visitors.includes(symbol)]).toEqual([
        state,
        isPublic === true && state.startsWith("settled"),
      ]);
  });
});

describe("a hash in the public log", () => {
  type Entry = {
    seq: number;
    at: string;
    digest: string;
    prev_hash: string;
    hash: string;
    body: unknown;
    salt: string | null;
  };
  type Stored = { seq: number; call: string; kind: string; body: string; salt: string; digest: string };

  it("does not confirm a guess of a locked text, even with every word known", async () => {
    const { events } = (await (await app.request("/track-record/log.json")).json()) as { events: Entry[] };
    const stored = await database.rows<Stored>(
      "select seq, call_id as call, kind, body, salt, digest from call_events order by seq",
    );
    const open = new Set(events.filter(({ body }) => body !== null).map(({ seq }) => seq));
    expect([open.size > 0, open.size < stored.length]).toEqual([true, true]);
    /** All public values that might serve as a salt or as an input of one. */
    const guesses = [
      ...["", "0", "0".repeat(32)],
      ...events.flatMap((entry) => [
        entry.salt ?? "",
        String(entry.seq),
        entry.at,
        entry.digest,
        entry.prev_hash,
        entry.hash,
      ]),
    ].flatMap((text) => [text, text.slice(0, 32)]);
    for (const { seq, call, kind, body: text, salt, digest } of stored) {
      const body = JSON.parse(text) as object;
      expect(sha256({ body, call, kind, salt })).toBe(digest);
      if (open.has(seq)) continue;
      const digests = new Set(events.map((entry) => entry.digest));
      const unsalted = [
        sha256(body),
        sha256({ body, call, kind }),
        sha256({ body, kind }),
        sha256({ body, call }),
      ];
      const salted = [...new Set(guesses)].map((guess) => sha256({ body, call, kind, salt: guess }));
      expect([...unsalted, ...salted].filter((guess) => digests.has(guess))).toEqual([]);
    }
  });

  it("has a unique salt of 128 bits", async () => {
    const salts = await database.rows<{ salt: string }>("select salt from call_events");
    expect(salts.filter(({ salt }) => !/^[0-9a-f]{32}$/.test(salt))).toEqual([]);
    expect(new Set(salts.map(({ salt }) => salt)).size).toBe(salts.length);
  });
});
