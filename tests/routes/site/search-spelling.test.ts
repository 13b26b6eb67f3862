import { insertPageContent, LOCKED_WORDS } from "tests/support/page-content";
import { type Person, startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
const signedIn = new Map<Person, string>();
beforeAll(async () => {
  app = await startTestApp();
  for (const person of ["basic", "premium"] as const) signedIn.set(person, await app.cookiesOf(person));
  await insertPageContent(app.sql, 12);
  const names =
    "Bitcoin,Tesla,Apple,Intel,Brent crude,Carnival,Uranium,Caterpillar,Nvidia,Amazon,Tesco,Cooper";
  await app.sql(
    `insert into quotes (category, name, last) select 'Stocks', name, 10 from regexp_split_to_table(?, ',') as name
      where name <> 'Bitcoin'`,
    [names],
  );
  await app.sql("insert into news (title, content, category) values (?, ?, 'Tech')", [
    "Apple sells fewer watches",
    "What the makers of watches say.",
  ]);
});
afterAll(() => app.stop());

async function titlesOf(typed: string, person: Person = "visitor", more = ""): Promise<string[]> {
  const cookies = signedIn.get(person);
  const response = await app.request(`/search?q=${encodeURIComponent(typed)}${more}`, { cookies });
  expect(response.status).toBe(200);
  const main = (await response.text()).split("<main")[1] ?? "";
  return [...main.matchAll(/<h3><a [^>]*>(.*?)<\/a>/gs)].map(([, title = ""]) =>
    title.replace(/<[^>]*>/g, ""),
  );
}

describe("a typo", () => {
  it.each([
    ["bitcion", "Bitcoin"],
    ["tesal", "Tesla"],
    ["intle", "Intel"],
    ["brnet", "Brent crude"],
    ["carnvial", "Carnival"],
    ["uranuim", "Uranium"],
    ["catrepillar", "Caterpillar"],
    ["Nviida", "Nvidia"],
    ["nvdia", "Nvidia"],
    ["tekla", "Tesla"],
    ["aamzon", "Amazon"],
    ["bitcoiin", "Bitcoin"],
    ["caterpilar", "Caterpillar"],
    ["brnet crude", "Brent crude"],
  ])("%s finds %s and nothing else", async (typed, meant) => {
    expect(await titlesOf(typed)).toEqual([meant]);
    expect(await titlesOf(typed, "premium", "&in=quotes")).toEqual([meant]);
  });

  it("finds every kind that has the word, highlights it and offers to search for it", async () => {
    expect(await titlesOf("appel")).toEqual(["Apple sells fewer watches", "Apple"]);
    const html = await (await app.request("/search?q=appel")).text();
    expect(html).toContain("No results for “appel”.");
    expect(html).toContain("<mark>Apple</mark> sells");
    expect(html).toContain('<a href="/search?q=apple">Search for “apple”</a>');
  });

  it("adds nothing to exact matches", async () => {
    expect(await titlesOf("tesco")).toEqual(["Tesco"]);
    expect(await titlesOf("coope")).toEqual(["Cooper"]);
    expect(await titlesOf("apple")).toEqual(["Apple sells fewer watches", "Apple"]);
    expect((await titlesOf("copper", "visitor", "&in=news")).every((title) => /copper/.test(title))).toBe(
      true,
    );
  });

  it("offers no link to the current page", async () => {
    const html = await (await app.request("/search?q=apple+zzyzx")).text();
    expect(html).toContain('<a href="/search?q=apple">');
    expect(html).not.toMatch(/<main.*<a href="\/search\?q=apple\+zzyzx">Search for/s);
  });

  it("is not corrected without similar records", async () => {
    for (const typed of ["banana", "zzyzx", "vxi", "%%%%%", "日経平均"])
      expect(await titlesOf(typed)).toEqual([]);
  });
});

describe("locked content", () => {
  const swapped = (word: string) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
  const NAMES = [`${LOCKED_WORDS.alertTicker}1`, LOCKED_WORDS.alertName, LOCKED_WORDS.pickName];

  it("is not found by a typo either", async () => {
    for (const word of [...NAMES, LOCKED_WORDS.analysis, LOCKED_WORDS.videoId]) {
      for (const typed of [swapped(word), word.slice(1), `${word}q`]) {
        expect(await titlesOf(typed)).toEqual([]);
        expect(await titlesOf(typed, "basic")).toEqual([]);
      }
    }
  });

  it("is found by readers with access", async () => {
    for (const word of NAMES) expect((await titlesOf(swapped(word), "premium")).length).toBeGreaterThan(0);
  });
});

it.each([
  ["one long word", "ab".repeat(50)],
  ["many words", "abcd efgh ijkl mnop qrst uvwx yzab cdef ghij"],
  ["wildcards between letters", "te%a_l\\ab"],
  ["signs for the query builder", "tes?al ??ab"],
])("a search for %s is a valid page", async (_name, typed) => {
  expect(await titlesOf(typed, "premium")).toEqual([]);
});
