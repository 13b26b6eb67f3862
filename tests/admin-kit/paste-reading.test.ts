import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asText, asTyped } from "~/admin-kit/csv-text";
import { columnKey, matchColumns } from "~/admin-kit/paste/columns";
import { readTable } from "~/admin-kit/paste/table.server";

describe("the columns of a spreadsheet", () => {
  const TARGETS = [
    { name: "name", label: "Name", spellings: ["name"] },
    { name: "changePercent", label: "Change %", spellings: ["change%", "chg%"] },
  ];

  it("are found by name in any spelling; the first of two counts", () => {
    expect(columnKey(" Chg. % ")).toBe("chg%");
    expect(matchColumns(["Chg. %", "NAME", "name", "Other"], TARGETS)).toEqual([
      "changePercent",
      "name",
      undefined,
      undefined,
    ]);
  });

  it("are matched by exact name before synonyms", () => {
    const close = { name: "close", label: "Close", spellings: ["close", "price", "last"] };
    expect(matchColumns(["Last", "Price", "Close"], [close])).toEqual([undefined, undefined, "close"]);
    expect(matchColumns(["Last", "Price"], [close])).toEqual(["close", undefined]);
  });

  it("are the chosen ones before those found by name", () => {
    const chosen = { other: "name", "chg%": "", gone: "nothing" };
    expect(matchColumns(["Chg %", "Name", "Other", "Gone"], TARGETS, chosen)).toEqual([
      undefined,
      undefined,
      "name",
      undefined,
    ]);
  });
});

it("a cell of many line breaks is parsed as fast as any other", () => {
  const begun = performance.now();
  const { rows } = readTable(`Name\tLast\n"${"\n".repeat(500_000)}x"\t1\n`);
  expect(rows[0]?.raw).toHaveLength(500_005);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

it("a text escaped for spreadsheets is read back unchanged", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^['=+\-@a1＝]{0,6}$/), (text) => {
      expect(asTyped(asText(text))).toBe(text);
    }),
  );
});
