import { memoizePerPerson } from "tests/support/memoize-per-person";
import { insertRecord } from "tests/support/record-factories";
import { app, database } from "tests/support/running-app";
import { coveringPairs } from "tests/support/sample";
import { spec } from "tests/support/spec";
import { api, setUpStaffApp } from "tests/support/staff-app";
import { describe, expect, it } from "vitest";

setUpStaffApp();

/** The longest allowed text. */
const LONGEST = 100_000;
const filled = (piece: string) => piece.repeat(Math.floor(LONGEST / piece.length));

const TEXTS = {
  quotations: `${"> ".repeat(10_000)}deep words`,
  lists: `${"* ".repeat(10_000)}deep words`,
  "a table": `| deep words | b |\n|---|---|\n${filled("| x | y |\n").slice(0, LONGEST - 40)}`,
  brackets: `deep words ${filled("[").slice(0, LONGEST - 20)}`,
  stars: `deep words ${filled("*x_").slice(0, LONGEST - 20)}`,
  addresses: `deep words ${filled("[x](javascript:alert(1)) ![x](data:text/html,x) ").slice(0, LONGEST - 20)}`,
};

const BODIES = {
  news: (content: string) => ({ title: "Hostile", category: "Tech", content }),
  "daily-brief": (analysis: string) => ({ companyName: "Hostile", ticker: "HSTL", analysis }),
  "trade-alert": (analysis: string) => ({
    ...{ ticker: "HSTL", name: "Hostile", tag: "buy", targetPrice: 2, analysis },
  }),
};

const cookiesOf = memoizePerPerson((person) => app.cookiesOf(person));

const textOf = async (path: string) => {
  const answer = await app.request(path, { cookies: await cookiesOf("premium") });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
/** The main part of a page, or the whole response if it is no page. */
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? html;

/** Content that links, loads or runs something harmful. */
const HARM = /(?:href|src|action)="(?:javascript|data|vbscript):|<script(?![^>]*nonce)|\son\w+="/i;

const CASES = coveringPairs(Object.entries(TEXTS), Object.entries(BODIES), "hostile texts");

it.each(CASES.map(([[what, text], [path, bodyOf]]) => ({ what, text: text.trim(), path, bodyOf })))(
  "a hostile text in /api/$path is stored as written, and rendered as harmless text: $what",
  spec("beyond hostile texts"),
  async ({ text, path, bodyOf }) => {
    const { status, body } = await api("POST", `/api/${path}`, bodyOf(text));
    expect(status).toBe(201);
    expect(body.content ?? body.analysis).toBe(text);
    const html = mainOf(await textOf(`/${path}/${body.id}`));
    expect(html).toContain("deep words");
    expect(html).not.toMatch(HARM);
    for (const list of [`/${path}`, `/${path}/feed.xml`, "/search?q=deep+words", "/"])
      expect(mainOf(await textOf(list))).not.toMatch(HARM);
    await api("DELETE", `/api/${path}/${body.id}`);
  },
);

it.each(
  Object.entries(BODIES),
)("Markdown longer than the limit is refused in /api/%s", async (path, bodyOf) => {
  const { status } = await api("POST", `/api/${path}`, bodyOf(`${filled("|")}${"x".repeat(10)}`));
  expect(status).toBe(422);
});

describe("a picture in a text", () => {
  it("reveals only its public address if it is a member's photo", async () => {
    const photo = await insertRecord(database, "images");
    await database.rows("update members set profile_image_id = ? where email = 'basic@demo.test'", [photo]);
    const content = `Words.\n\n![Somebody](/uploads/${photo}/320.webp)\n\n![Pending](/dashboard/pending-pictures/${photo})`;
    const id = await insertRecord(database, "news", { content });
    const html = mainOf(await textOf(`/news/${id}`));
    // The excluded picture counts readings.
    expect(html.match(/<img[^>]* src="(?!\/readings\/)[^"]*"/g)).toHaveLength(1);
    expect(html).not.toMatch(/="\/dashboard|basic@demo\.test/);
    const file = await app.request(`/uploads/${photo}/320.webp`);
    expect([file.status, file.headers.get("Content-Type")]).toEqual([404, "image/svg+xml"]);
  });
});

describe("a chart in a text", () => {
  it.each([
    "chart ../../admin 1y",
    'chart "onload=alert(1)" 1y',
    "chart <img/src=x/onerror=alert(1)> 1y",
    "chart %00 1y",
    "chart ' or 1=1;-- 1y",
    "chart NOWHERE 99d",
    "chart ^^^^....==== 1y",
  ])("of %s draws nothing, and the page still renders", async (chart) => {
    const id = await insertRecord(database, "news", {
      content: `Words before.\n\n${chart}\n\nWords behind.`,
    });
    const html = mainOf(await textOf(`/news/${id}`));
    expect(html).toMatch(/Words before\..*Words behind\./s);
    expect(html).not.toMatch(/chart--year/);
    expect(html).not.toMatch(HARM);
  });
});
