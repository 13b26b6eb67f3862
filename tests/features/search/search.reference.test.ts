import { startOrm, stopOrm } from "db/orm.server";
import { openQueries, type Queries, type TestDatabase, testDatabase } from "tests/support/postgres";
import { casesOf, dealt, randomFor, SEED_NOTE } from "tests/support/sample";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "~/auth/viewer.server";
import { searchableGroups, statementsFor, suggestedGroups } from "~/features/search/search.groups.server";
import { findMatches, foldedMatches } from "~/features/search/search.queries.server";
import { readSearch, type Search } from "~/features/search/search.rules";
import { findSimilar } from "~/features/search/spelling.queries.server";

const MEMBER = { kind: "member", tier: "Private" } as Viewer;
const ROWS = 120;
const SEARCHES = casesOf(1000);

const WORDS = [
  ..."rates Rates prorates pirates RATE nestlé Nestlé Łódź größe 日本経済新聞 東京 🚀 🚀moon s&p S&P500 brk.b 100% 50%off".split(
    " ",
  ),
  ..."a_b ab c\\d o'hare “quoted” isn’t x-ray co re a - % — margin margins".split(" "),
  "Donaudampfschifffahrtsgesellschaft",
  "internationally",
  "abcdefghijkl",
  "abcdefghijklm",
  "ab".repeat(25),
];
const BETWEEN = [" ", " ", " ", "\n", "  ", "-", ", ", "/", "\t", "。"];

const numbers = randomFor("searches");
const random = (below: number) => numbers.whole(0, below - 1);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
const words = (most: number) =>
  Array.from({ length: 1 + random(most) }, () => pick(WORDS) + pick(BETWEEN))
    .join("")
    .trim() || "rates";

type Row = { id: string; ticker: string; names: string[]; body: string };

const SOURCES = {
  news: { table: "news", columns: ["title", "content"], more: { category: "Tech" } },
  alerts: { table: "trade_alerts", columns: ["name", "analysis"], more: { target_price: "12", tag: "buy" } },
  videos: {
    table: "videos",
    columns: ["title", "caption"],
    more: { youtube_link: "https://youtu.be/x", is_free: "true" },
  },
} as const;
type Kind = keyof typeof SOURCES;
const KINDS = Object.keys(SOURCES) as Kind[];

/**
 * A word of a text that is too long for its index, and one in a text that is a single word of three-byte
 * letters.
 */
const LONG_TEXTS = [
  `${"Plain words of no interest. ".repeat(3_000)} Needleinhay`,
  `日経${"平均株価".repeat(20_000)}終`,
];

let database: TestDatabase;
let queries: Queries;
const rows = {} as Record<Kind, Row[]>;
beforeAll(async () => {
  database = await testDatabase();
  queries = openQueries(database.url);
  await startOrm({ url: database.url });
  for (const kind of KINDS) {
    const { table, columns, more } = SOURCES[kind];
    const bodies = [...Array.from({ length: ROWS }, () => words(10)), ...LONG_TEXTS];
    const names = bodies.map(() => words(4));
    const tickers = bodies.map(() => pick(["TSLA", "BRK.B", "RATE", "AB"]));
    const ticker = kind === "alerts" ? ["ticker"] : [];
    const keys = [...columns, ...ticker, ...Object.keys(more), "status", "created_at"];
    for (const [nth, body] of bodies.entries()) {
      const values = [
        names[nth],
        body,
        ...(kind === "alerts" ? [tickers[nth]] : []),
        ...Object.values(more),
        "published",
      ];
      await queries.run(
        `insert into ${table} (${keys.join(", ")}) values (${values.map(() => "?").join(", ")}, now() - interval '1 minute' * ?)`,
        [...values.map(String), 1 + (nth % 40)],
      );
    }
    rows[kind] = await queries.run<Row>(
      `select id, ${ticker[0] ?? "''"} as ticker, array[${[...ticker, columns[0]].join(", ")}] as names, ${columns[1]} as body
         from ${table} order by created_at desc, id desc`,
    );
  }
}, 120_000);
afterAll(async () => {
  await stopOrm();
  await queries.close();
  await database.drop();
});

/** The rank of a record by plain comparison; undefined if it does not match. */
function rankOf(
  { ticker, names, body }: Row,
  { text, words: sought, reach }: Search,
  kind: Kind,
): number | undefined {
  const typed = text.toLowerCase();
  const lower = names.map((name) => name.toLowerCase());
  const has = (part: string) => lower.some((name) => name.includes(part));
  if (reach === "none") return has(typed) ? 0 : undefined;
  if (kind === "alerts" && ticker.toLowerCase() === typed) return 0;
  if (lower.some((name) => name.startsWith(typed))) return 1;
  if (reach === "weak") return has(` ${typed}`) ? 2 : has(typed) ? 3 : undefined;
  if (has(typed)) return 2;
  if (sought.every(has)) return 3;
  return sought.every((word) => body.toLowerCase().includes(word)) ? 4 : undefined;
}

function expected(kind: Kind, search: Search): string[] {
  const ranked = rows[kind].flatMap((row) => {
    const rank = rankOf(row, search, kind);
    return rank === undefined ? [] : [{ id: row.id, rank }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ id }) => id);
}

/** A part of an existing text, or words of which some exist. */
function anySearch(): string {
  const { names, body } = pick(rows[pick(KINDS)].slice(0, ROWS));
  const from = [...pick([...names, body])];
  const at = random(from.length);
  const part = from.slice(at, at + 2 + random(14)).join("");
  return pick([part, part.toUpperCase(), words(1), words(3), `${pick(WORDS)} ${part}`, `${part}q`]);
}

const FIXED = [
  "rates",
  "RATES",
  "ates",
  "rates margin",
  "margin rates",
  '"rates"',
  "'rates'",
  "rates:*",
  "rates & margin",
  "!rates",
  "(rates",
  "100%",
  "%%%",
  "%a%",
  "___",
  "a_b",
  "\\\\",
  "c\\d",
  "s&p 500",
  "brk.b",
  "日本経",
  "経済新聞",
  "平均株価",
  "🚀moon",
  "🚀🚀",
  "“quoted”",
  "Donaudampfschifffahrtsgesellschaft",
  "dampfschifffahrtsgesellschaft",
  "dampfschiffX",
  "abcdefghijkl",
  "abcdefghijklm",
  "bcdefghijklm",
  "needleinhay",
  "leinhay",
  "no interest",
  "a b c d e f rates",
  "rates rates rates",
  "rates margin 100% co re a",
  "re",
  "co",
  "--",
  "—-",
  "ab".repeat(25),
];

function raise(typed: string): never {
  throw new Error(`${typed} is not searched`);
}

describe.each(KINDS)("search in %s", (kind) => {
  const found = async (typed: string, search: Search) => {
    const group = searchableGroups(MEMBER).find(({ name }) => name === kind);
    const [{ matches = [], total } = {}] = await findMatches([group ?? raise(kind)], search, {
      limit: 200,
      offset: 0,
    });
    return { typed, ids: matches.map(({ id }) => id), total };
  };
  const both = async (typed: string) => {
    const search = readSearch(typed);
    if (!search) return 0;
    const ids = expected(kind, search);
    expect(await found(typed, search), SEED_NOTE).toEqual({ typed, ids, total: ids.length });
    return ids.length;
  };

  it.each(FIXED)("equals plain comparison for %j", async (typed) => {
    await both(typed);
  });

  it("equals plain comparison for random words", async () => {
    const counts: number[] = [];
    for (let nth = 0; nth < SEARCHES; nth += 1) counts.push(await both(anySearch()));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(SEARCHES / 3);
  });
});

const VIEWERS = {
  "a visitor": { kind: "visitor" },
  "a Premium member": { kind: "member", tier: "Premium" },
  "a Private member": MEMBER,
  "a superadmin": { kind: "staff", role: "superadmin" },
};
const PLACES = { "the page": searchableGroups, "the drop-down": suggestedGroups };
const TYPED = ["rates", "margin rates", "re", "--", "s&p 500", "nestle", "rates margin 100% a", "zqxj"];
const MISSPELT = ["raets", "margni", "nestel"];

const ASKED = Object.entries(VIEWERS).flatMap(([who, viewer]) =>
  Object.entries(PLACES).map(([where, groupsFor]) => ({ who, where, groups: groupsFor(viewer as Viewer) })),
);

it.each(
  ASKED.map((asked, to) => ({ ...asked, to })),
)("search as $who finds the same in one statement as in one per kind, for $where", async ({ groups, to }) => {
  expect(statementsFor(groups)).toHaveLength(1);
  const range = { limit: 7, offset: 3 };
  for (const typed of dealt(TYPED, { count: 4, to, use: "searches for a viewer" })) {
    const search = readSearch(typed) ?? raise(typed);
    for (const find of [findMatches, foldedMatches]) {
      const alone = await Promise.all(groups.map((group) => find([group], search, range)));
      expect([typed, await find(groups, search, range)]).toEqual([typed, alone.flat()]);
    }
  }
  for (const typed of dealt(MISSPELT, { count: 1, to, use: "misspelt searches" })) {
    const search = readSearch(typed) ?? raise(typed);
    const similar = await findSimilar(groups, search);
    expect(similar?.ids.length).toBeGreaterThan(0);
    // Six runs, since PostgreSQL caches a query plan after the fifth.
    for (let time = 0; time < 6; time += 1) expect(await findSimilar(groups, search)).toEqual(similar);
  }
});

it("kinds that no access searches together have separate statements", async () => {
  const [first, , third] = searchableGroups(MEMBER);
  const some = [first, third].flatMap((group) => group ?? []);
  expect(statementsFor(some)).toHaveLength(2);
  const found = await findMatches(some, readSearch("rates") ?? raise("rates"), { limit: 5, offset: 0 });
  expect(found).toHaveLength(2);
});

/** The bytes of the longest text whose parts are indexed. */
const INDEXED = 60_000;

/** A text of so many bytes, in words of five hundred letters, in which hardly any two places are equal. */
function variedText(bytes: number, letters: string): string {
  const alphabet = [...letters];
  const each = Buffer.byteLength(letters) / alphabet.length;
  return Array.from({ length: Math.floor(bytes / each) }, (_, nth) =>
    nth % 501 === 500 ? " " : pick(alphabet),
  ).join("");
}

it("a text of any length and any letters can be saved", async () => {
  for (const body of [
    "x".repeat(100_000),
    "日".repeat(100_000),
    "🚀".repeat(100_000),
    variedText(100_000, "abcdefghijklmnop"),
    variedText(INDEXED, "abcdefghijklmnop"),
    variedText(INDEXED, "àáâãäåæçèéêëìíîï"),
    variedText(INDEXED, "日経平均株価東京本済新聞大小中人"),
    "é".repeat(10_000),
  ])
    await queries.run("insert into news (title, content, category) values ('Long', ?, 'Tech')", [body]);
});
