import { expect, it } from "vitest";
import { asMarkdown, asText, rowsOf } from "./growth-report.mjs";

const timing = (median: number, failed = 0) => ({ median, p95: median, failed });
const growth = {
  sizes: [1000, 1_000_000],
  few: {
    ready: 2,
    timings: new Map([
      ["visitor /news", timing(10)],
      ["staff /admin/news?q=re", timing(10)],
      ["visitor /api/news", timing(90)],
      ["visitor /market", timing(10)],
    ]),
  },
  many: {
    ready: 2.25,
    timings: new Map([
      ["visitor /news", timing(20)],
      ["staff /admin/news?q=re", timing(21)],
      ["visitor /api/news", timing(101)],
      ["visitor /market", timing(10, 1)],
      ["visitor /sitemap/news-n.xml", timing(99)],
    ]),
  },
  words: ["--growth", "--markdown"],
};

it("the growth promise: at most twice as long plus a hundred milliseconds, and no failure", () => {
  const over = rowsOf(growth).filter((row) => row.over);
  expect(over.map(({ name }) => name)).toEqual([
    "staff /admin/news?q=re",
    "visitor /api/news",
    "visitor /market",
  ]);
});

it("the growth report lists every address in the terminal", () => {
  const text = asText(growth);
  for (const name of growth.many.timings.keys()) expect(text).toContain(name);
  expect(text).toMatch(/visitor \/market\s+10\.0\t10\.0\t1\.0\t10\.0\tover, 1 failed/);
  expect(text).toContain("2 of 5 addresses as promised; the server answers 2.0 s and 2.3 s after its start");
});

it("the growth report in Markdown lists areas and exceeded limits, slowest first, with command and machine", () => {
  const markdown = asMarkdown(growth);
  expect(markdown).toMatch(
    /^`npm run bench -- --growth --markdown`, \d{4}-\d\d-\d\d, Node [\d.]+, \d+ × .+ GB\./,
  );
  expect(markdown).toContain("| visitor, pages | 2 | 10.0 | 20.0 | 20.0: `/news` | 1 |");
  expect(markdown).toContain("| staff, back-office | 1 | 10.0 | 21.0 | 21.0: `/admin/news?q=re` | 0 |");
  expect(markdown).toContain(
    "| visitor, feeds and sitemap | 1 | – | 99.0 | 99.0: `/sitemap/news-n.xml` | 1 |",
  );
  expect(markdown.split("\n").slice(-3)).toEqual([
    "| `visitor /api/news` | 90.0 | 101.0 | 1.1 | 101.0 | over |",
    "| `staff /admin/news?q=re` | 10.0 | 21.0 | 2.1 | 21.0 | over |",
    "| `visitor /market` | 10.0 | 10.0 | 1.0 | 10.0 | over, 1 failed |",
  ]);
});

it("the growth report shows the pace of a file's rows", () => {
  const file = (rowsPerSecond: number) =>
    new Map([["staff /admin/news/export.csv", { ...timing(20), rowsPerSecond }]]);
  const few = { ready: 2, timings: file(1234.4) };
  const markdown = asMarkdown({ ...growth, few, many: { ready: 2, timings: file(5678) } });
  expect(markdown.split("\n").slice(-3)).toEqual([
    "| file | rows a second at 1,000 | at 1,000,000 |",
    "|---|--:|--:|",
    "| `staff /admin/news/export.csv` | 1234 | 5678 |",
  ]);
});
