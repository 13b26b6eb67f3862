import { describe, expect, it } from "vitest";
import { changeBy } from "~/ui/writing/text-changes";
import type { ToolName } from "~/ui/writing/tool-list";

/** A text with its selection between bars: `a |bold| word`, or with its cursor: `a |word`. */
function read(marked: string) {
  const from = marked.indexOf("|");
  const text = marked.replaceAll("|", "");
  const to = marked.lastIndexOf("|") === from ? from : marked.lastIndexOf("|") - 1;
  return { text, from, to };
}

/** The text after a tool was used, in the same notation. */
function use(tool: ToolName, marked: string): string {
  const selected = read(marked);
  const { from, to, insert, select } = changeBy(tool, selected);
  const text = selected.text.slice(0, from) + insert + selected.text.slice(to);
  const [start, end] = select;
  if (start === end) return `${text.slice(0, start)}|${text.slice(start)}`;
  return `${text.slice(0, start)}|${text.slice(start, end)}|${text.slice(end)}`;
}

describe("the toolbar of a text", () => {
  it.each<[ToolName, string, string]>([
    ["bold", "Ore is |up| today", "Ore is **|up|** today"],
    ["bold", "Ore is **|up|** today", "Ore is |up| today"],
    ["bold", "Ore is| up |today", "Ore is **|up|** today"],
    ["bold", "|", "**|important words|**"],
    ["italic", "|up|", "*|up|*"],
    ["italic", "*|up|*", "|up|"],
    ["italic", "**|up|**", "***|up|***"],
    ["italic", "***|up|***", "**|up|**"],
    ["bold", "***|up|***", "*|up|*"],
    ["heading", "One\nT|wo\nThree", "One\n# Two|\nThree"],
    ["heading", "# T|wo", "## Two|"],
    ["heading", "### T|wo", "Two|"],
    ["heading", "|", "# |"],
    ["list", "|", "* |"],
    ["list", "Lead\n|ore\n\ntin|", "Lead\n|* ore\n\n* tin|"],
    ["list", "|* ore\n* tin\n|rest", "|ore\ntin|\nrest"],
    ["quote", "He sa|id", "> He said|"],
    ["quote", "> He sa|id", "He said|"],
    ["link", "See |the report|", "See [the report](|https://|)"],
    ["link", "See |https://a.test/x|", "See [|words|](https://a.test/x)"],
    ["link", "|", "[|words|](https://)"],
    ["chart", "One.|", "One.\n\nchart |NVDA| 1y"],
    ["chart", "One.\n|Two.", "One.\n\nchart |NVDA| 1y\n\nTwo."],
    ["picture", "|", "![What it shows](|/uploads/|)"],
  ])("%s changes %j to %j", (tool, before, after) => {
    expect(use(tool, before)).toBe(after);
  });

  it("changes nothing outside the selection", () => {
    const text = "One\n\n* two **three** four\n> five\n";
    for (const tool of ["bold", "italic", "heading", "list", "quote", "link", "picture", "chart"] as const) {
      for (let from = 0; from <= text.length; from += 1) {
        for (let to = from; to <= text.length; to += 1) {
          const change = changeBy(tool, { text, from, to });
          const after = text.slice(0, change.from) + change.insert + text.slice(change.to);
          expect(after.replace(/[^\w]/g, "").length).toBeGreaterThanOrEqual(
            text.replace(/[^\w]/g, "").length,
          );
          expect(change.select[0]).toBeLessThanOrEqual(change.select[1]);
          expect(change.select[1]).toBeLessThanOrEqual(after.length);
        }
      }
    }
  });
});
