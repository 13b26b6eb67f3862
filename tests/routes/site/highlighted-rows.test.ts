import { insertPageContent } from "tests/support/page-content";
import { spec } from "tests/support/spec";
import { startTestApp, type TestApp } from "tests/support/test-app";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let app: TestApp;
let premium: string;
beforeAll(async () => {
  app = await startTestApp();
  premium = await app.cookiesOf("premium");
  await insertPageContent(app.sql, 6);
  await app.sql(
    `insert into quotes (category, name, last, created_at)
       select 'Bonds', 'Bond number ' || n || '.', n, now() - n * interval '1 minute' from generate_series(1, 47) as n
     union all
       select 'Funds', 'Fund number ' || n || '.', n, now() - n * interval '1 second' from generate_series(1, 10020) as n`,
  );
  await app.sql(
    `insert into stock_picks (ticker, name, category, current_price, current_year_target)
       select 'LOT' || n, 'Lotted ' || n || '.', 'Moonshots', 100, case when n % 50 > 0 then 300 - n end
         from generate_series(1, 234) as n`,
  );
});
afterAll(() => app.stop());

const textOf = async (path: string, cookies?: string) => {
  const response = await app.request(path, { cookies });
  expect(response.status).toBe(200);
  return response.text();
};

/** The first result of a search, as its link is written. */
async function linkTo(name: string, cookies?: string): Promise<string> {
  const html = await textOf(`/search?q=${encodeURIComponent(name)}`, cookies);
  const [, href = ""] = /<main.*?<h3><a href="([^"]+)"/s.exec(html) ?? [];
  return href.replaceAll("&amp;", "&");
}

/** The text of the row that an address with a fragment points at. */
function highlightedRow(html: string, address: string): string {
  const id = address.split("#")[1] ?? "none";
  const rows = [...html.matchAll(new RegExp(`<tr id="${id}"[^>]*>.*?</tr>`, "gs"))].map(([row]) => row);
  expect(rows.length).toBeLessThanOrEqual(1);
  return (rows[0] ?? "").replace(/<[^>]*>/g, " ");
}

const currentPage = (html: string) =>
  /<nav class="pager".*?aria-current="page"[^>]*>(?:<[^>]*>[^<]*<\/[^>]*>)?([\d,]+)/s.exec(html)?.[1];

describe("a found quote", () => {
  it.each([
    [1, "1"],
    [10, "1"],
    [11, "2"],
    [47, "5"],
  ])(
    "number %i is on page %s of its category, with its row highlighted",
    spec("2.2 quote pick was found"),
    async (number, page) => {
      const link = await linkTo(`Bond number ${number}.`);
      const html = await textOf(link);
      expect(highlightedRow(html, link)).toContain(`Bond number ${number}.`);
      expect(currentPage(html)).toBe(page);
      expect(html).toMatch(/<a href="\/market\?category=Bonds" aria-current="page">Bonds/);
      const there = page === "1" ? "" : `&amp;page=${page}`;
      expect(html).toContain(
        `<link rel="canonical" href="http://localhost:3000/market?category=Bonds${there}"/>`,
      );
    },
  );

  it.each([10_000, 10_001, 10_020])("number %i, beyond the last page, is shown anyway", async (n) => {
    const link = await linkTo(`Fund number ${n}.`);
    const html = await textOf(link);
    expect(highlightedRow(html, link)).toContain(`Fund number ${n}.`);
    if (n === 10_000) expect(currentPage(html)).toBe("1,000");
    else expect(html).toContain('<a href="/market?category=Funds">Show the newest in Funds</a>');
  });

  it("links to its current place", async () => {
    const link = await linkTo("Bond number 10.");
    await app.sql("insert into quotes (category, name, last) values ('Bonds', 'Newest bond', 1)");
    const html = await textOf(`${link.split("#")[0]}#found`);
    expect(highlightedRow(html, link)).toContain("Bond number 10.");
    expect(currentPage(html)).toBe("2");
  });

  it.each([
    "00000000-0000-4000-8000-000000000000",
    "nonsense",
    "\0",
    "Quote 3",
    "",
  ])("with the unknown id %j shows the category", async (quote) => {
    const html = await textOf(`/market?category=Bonds&quote=${encodeURIComponent(quote)}`);
    expect(html).not.toContain('id="found"');
    expect(html).toContain("Bond number 1.");
  });
});

it.each(["Dow Jones", "S&amp;P 500", "Nasdaq", "FTSE 100", "Bitcoin"])(
  "the footer's %s links to its row",
  spec("2.1 footer top markets explore"),
  async (name) => {
    const html = await textOf("/about");
    const [, to = ""] = new RegExp(`<a href="([^"]+)">${name}</a>`).exec(html) ?? [];
    const link = to.replaceAll("&amp;", "&");
    expect(highlightedRow(await textOf(link), link)).toContain(name);
  },
);

describe("a found pick", () => {
  it.each([
    [1, "1"],
    [120, "10"],
    [229, "19"],
    [50, "20"],
  ])(
    "LOT%i is on page %s of its category, with its row highlighted",
    spec("2.2 quote pick was found"),
    async (number, page) => {
      const link = await linkTo(`Lotted ${number}.`, premium);
      const html = await textOf(link, premium);
      expect(highlightedRow(html, link)).toContain(`LOT${number} `);
      expect(currentPage(html)).toBe(page);
    },
  );

  it("reveals nothing masked to readers without access", spec("2.2 quote pick was found"), async () => {
    const link = await linkTo("Lotted 120.", premium);
    expect(highlightedRow(await textOf(link), link)).toContain("Members only");
    expect(await textOf(link)).not.toMatch(/Lotted|LOT\d/);
  });

  it.each([
    "00000000-0000-4000-8000-000000000000",
    "nonsense",
    "\0",
  ])("with the unknown id %j shows the plain list", async (pick) => {
    const html = await textOf(`/stock-picks?category=Moonshots&pick=${encodeURIComponent(pick)}`);
    expect(html).not.toContain('id="found"');
    expect(currentPage(html)).toBe("1");
  });
});
