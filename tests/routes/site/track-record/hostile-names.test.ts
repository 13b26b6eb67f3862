import { parse } from "csv-parse/sync";
import { database } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, describe, expect, it } from "vitest";
import { asTyped } from "~/admin-kit/csv-text";

setUpStaffApp();

/** What a company may be called that is no name to a spreadsheet, a parser of lines or a browser. */
const NAMES = [
  '=HYPERLINK("https://other.test","Open")',
  "+1+cmd|' /C calc'!A0",
  "-2+3",
  "@SUM(A1:A9)",
  "\uFF1D1+1",
  "\t=1+1",
  "\r\n=1+1",
  'Two lines\r\nand "quotes", commas; semicolons',
  "'=quoted already",
  "\u202Etxt.exe\u202C \u200Fright to left\u2069",
  "\uFEFFmarked",
  "</script><script>alert(1)</script>",
];

let ids: string[];
beforeAll(async () => {
  ids = [];
  for (const name of NAMES) ids.push(await insertSettledCall(40, { name, list: `List ${name}` }));
  // Figures are kept for those of whom the record knows that they are public.
  await database.rows("analyze calls");
});

/** All of each cell, and as many cells in each line as there are names. */
async function linesOfRecord(): Promise<Record<string, string>[]> {
  const file = await (await get("/track-record.csv", "visitor")).text();
  return parse(file, { bom: true, columns: true });
}

describe("the record's file, with names that are none", () => {
  it("has a line for each call, whole, and no cell that a spreadsheet computes", async () => {
    const lines = await linesOfRecord();
    expect(lines.map(({ call }) => call).toSorted()).toEqual(ids.toSorted());
    for (const [nth, name] of NAMES.entries()) {
      const line = lines.find(({ call }) => call === ids[nth]);
      expect(asTyped(line?.name ?? "")).toBe(name);
      expect(line).toMatchObject({ list: `List ${name}`, ticker: "CNRY", close: "112.34" });
    }
    for (const cell of lines.flatMap((line) => Object.values(line)))
      expect(cell.normalize("NFKC")).not.toMatch(/^[=+@\t\r\n]|^-(?![\d.]+$)/);
  });

  it("is told to programs as it is called, and to readers as words", async () => {
    const { calls } = await (await get("/track-record.json", "visitor")).json();
    expect(calls.map(({ name }: { name: string }) => name).toSorted()).toEqual(NAMES.toSorted());
    for (const path of ["/track-record", ...ids.map((id) => `/track-record/${id}`)]) {
      const page = await (await get(path, "visitor")).text();
      expect([path, page.includes("<script>alert")]).toEqual([path, false]);
    }
    expect(await html(`/track-record/${ids[0]}`, "visitor")).toContain(NAMES[0]);
  });
});
