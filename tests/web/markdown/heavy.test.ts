import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import { toBlocks } from "~/web/markdown/to-blocks.server";

describe("a text built to be slow", () => {
  const MB = 1_000_000;
  const filled = (piece: string) => piece.repeat(Math.ceil(MB / piece.length)).slice(0, MB);
  const row = (cells: number) => `|${" x |".repeat(cells)}\n`;

  it.each([
    ["a table of many rows", `${row(2)}|---|---|\n${filled(row(2))}`],
    ["a table of many columns", `${row(MB / 16)}|${"---|".repeat(MB / 16)}\n${row(MB / 16)}`],
    [
      "a table whose rows are shorter than its head",
      `${row(5_000)}|${"---|".repeat(5_000)}\n${filled("|x\n")}`,
    ],
  ])("is parsed in time: %s", spec("beyond hostile texts"), (_what, text) => {
    expect(toBlocks(text)[0]).toMatchObject({ kind: "table" });
  });

  it("has no link above the maximum address length, and keeps its neighbours", () => {
    const endless = `https://x.y/${"(".repeat(1_989)}`;
    const linksIn = (text: string) =>
      toBlocks(text).flatMap((block) =>
        block.kind === "paragraph" ? block.spans.flatMap(({ href }) => href ?? []) : [],
      );
    expect(linksIn(`${endless} https://example.com/a ${endless}`)).toEqual(["https://example.com/a"]);
    expect(linksIn(`**See** ${endless} https://example.com/a`)).toEqual(["https://example.com/a"]);
    expect(linksIn(`https://x.y/${"a".repeat(1_988)}`)).toHaveLength(1);
    expect(linksIn(`https://x.y/${"a".repeat(1_989)}`)).toEqual([]);
  });

  // As long as a field may be: forms reject longer texts.
  it.each([
    "[",
    "![",
    "[x](",
    "*",
    "_",
    "*x_",
    "**x ",
    "\\",
    "<",
    "http://",
    "https://x.y/(",
    "> ",
    "* ",
    "# ",
    "|",
    "chart A 1y ",
  ])("is parsed in time: %j repeated", (piece) => {
    const text = filled(piece).slice(0, 100_000);
    expect(toBlocks(text).length).toBeGreaterThan(0);
  });
});
