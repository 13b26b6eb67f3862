import { decimal, parseDocument, parseList, parseTable, readList } from "db/demo/read";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const ARTICLE = z.strictObject({ title: z.string(), hoursAgo: z.number() });
const article = (fields: string, text = "Words.") =>
  parseDocument("news/one.md", `---\n${fields}\n---\n${text}\n`, ARTICLE);
const QUOTE = z.strictObject({ category: z.string().optional(), name: z.string(), last: decimal });
const quotes = (table: object) => parseTable("quotes.json", JSON.stringify(table), QUOTE);

describe("reading the demo's content", () => {
  test("a document returns its fields and its text", () => {
    expect(article('{ "title": "One", "hoursAgo": 3.5 }', "Words.\n\n---\n\nMore.")).toEqual({
      title: "One",
      hoursAgo: 3.5,
      text: "Words.\n\n---\n\nMore.",
    });
  });

  test("a table returns a record per row, with its group if it has groups", () => {
    const columns = ["name", "last"];
    expect(quotes({ columns, rows: [["Gold", "3384.20"]] })).toEqual([{ name: "Gold", last: "3384.20" }]);
    expect(quotes({ group: "category", columns, rows: { Metals: [["Gold", "3384.20"]] } })).toEqual([
      { category: "Metals", name: "Gold", last: "3384.20" },
    ]);
  });

  test.each([
    ["has a wrong field", () => article('{ "title": "One", "hoursAgo": "3" }'), /news\/one\.md: hoursAgo: /],
    ["lacks a field", () => article('{ "hoursAgo": 3 }'), /news\/one\.md: title: /],
    ["has a field too many", () => article('{ "title": "One", "hoursAgo": 3, "age": 3 }'), /one\.md: .*age/],
    ["has fields that are no JSON", () => article('{ "title": One }'), /news\/one\.md: .*JSON/],
    ["has no text", () => article('{ "title": "One", "hoursAgo": 3 }', " "), /news\/one\.md: .*text/],
    [
      "has no fields",
      () => parseDocument("news/one.md", "Words.", ARTICLE),
      /news\/one\.md: fields between lines of ---/,
    ],
    [
      "is a list with a wrong entry",
      () => parseList("coupons.json", '[{ "name": "A", "last": "1" }, { "name": 2 }]', z.array(QUOTE)),
      /coupons\.json: entry 2: name: /,
    ],
    [
      "is a table with a wrong cell",
      () =>
        quotes({
          columns: ["name", "last"],
          rows: [
            ["Gold", "3384.20"],
            ["Silver", 38.4],
          ],
        }),
      /quotes\.json: entry 2: last: /,
    ],
    [
      "is a table with a cell too many",
      () => quotes({ columns: ["name", "last"], rows: [["Gold", "3384.20", "3"]] }),
      /quotes\.json: entry 1: .*cell 3/,
    ],
    ["is not there", () => readList("gone.json", z.unknown()), /content\/gone\.json is missing/],
  ])("a file that %s is rejected with the names of the file and the field", (_, read, named) => {
    expect(read).toThrow(named);
    expect(read).toThrow("db/demo/content/");
  });
});
