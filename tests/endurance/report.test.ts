import { describe, expect, it } from "vitest";
import { notMeasured, outcome } from "./outcome";
import { asMarkdown, asText, exitCode, type Report } from "./report";

const kept = outcome("no request lost", "0 of 1,000 | 200", true);
const broken = outcome("ready within 5 s", "7.1 s", false);
const unknown = notMeasured("disk full", "no unshare here");

const report = (...outcomes: Report["outcomes"]): Report => ({ scenario: "restart", outcomes });

describe("the report", () => {
  it("has a line for each promise and the number of kept ones", () => {
    const text = asText([report(kept, broken), report(unknown)]);
    expect(text).toContain("kept          no request lost   0 of 1,000 | 200\n");
    expect(text).toContain("broken        ready within 5 s  7.1 s\n");
    expect(text).toContain("not measured  disk full         no unshare here\n");
    expect(text).toMatch(/^1 of 3 promises kept$/m);
  });

  it("prints Markdown rows with the shortfall, the command and the date", () => {
    expect(asMarkdown([report(kept, broken, unknown)], "2026-11-22").split("\n")).toEqual([
      "| no request lost | 0 of 1,000 \\| 200 | `npm run endurance -- restart` | 2026-11-22 |",
      "| ready within 5 s | **broken**: 7.1 s | `npm run endurance -- restart` | 2026-11-22 |",
      "| disk full | **not measured**: no unshare here | `npm run endurance -- restart` | 2026-11-22 |",
    ]);
  });

  it.each([
    ["all are kept", [kept], 0],
    ["one is broken", [kept, broken], 1],
    ["one could not be measured", [kept, unknown], 0],
  ] as const)("when %s", (_, outcomes, code) => expect(exitCode([report(...outcomes)])).toBe(code));
});
