import { parse } from "csv-parse/sync";
import { database } from "tests/support/running-app";
import { insertSettledCall } from "tests/support/settled-calls";
import { get, html, setUpStaffApp } from "tests/support/staff-app";
import { beforeAll, describe, expect, it } from "vitest";
import { asTyped } from "~/admin-kit/csv-text";

setUpStaffApp();

/** Company names that spreadsheets, CSV parsers or browsers may misread. */
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
  // The page reads stored figures only for calls that are marked public.
  await database.rows("analyze calls");
});

/** Parses complete cells. Fails if a line has another number of cells than the header. */
async function linesOfRecord(): Promise<Record<string, string>[]> {
  const file = await (await get("/track-record.csv", "visitor")).text();
  return parse(file, { bom: true, columns: true });
}

describe("the track record with hostile company names", () => {
  it("has one complete line per call and no spreadsheet formula in the file", async () => {
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

  it("has the exact names in the JSON and escaped names on pages", async () => {
    const { calls } = await (await get("/track-record.json", "visitor")).json();
    expect(calls.map(({ name }: { name: string }) => name).toSorted()).toEqual(NAMES.toSorted());
    for (const path of ["/track-record", ...ids.map((id) => `/track-record/${id}`)]) {
      const page = await (await get(path, "visitor")).text();
      expect([path, page.includes("<script>alert")]).toEqual([path, false]);
    }
    expect(await html(`/track-record/${ids[0]}`, "visitor")).toContain(NAMES[0]);
  });
});
