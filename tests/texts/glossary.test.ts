import { describe, expect, it } from "vitest";
import { rejectedIn, rejectedWords } from "./glossary.mjs";

const foundIn = (file: string, source: string) =>
  rejectedIn(file, source).map(({ line, found }) => `${line}: ${found}`);

describe("the glossary", () => {
  it("rejects phrases in comments and texts, not in code", () => {
    const source = `/** Whoever asks. */
const meanwhile = "Nothing is left meanwhile";
const path = "meanwhile";`;
    expect(foundIn("app/sample.ts", source)).toEqual(["1: Whoever", "2: meanwhile"]);
  });

  it("rejects names that do not say what they hold", () => {
    expect(foundIn("db/sample.ts", "const said = 1;\nfunction refundPayment() {}")).toEqual(["1: said"]);
  });

  it("rejects test titles without a subject", () => {
    const source = `it("says so", () => {});\nit("refund removes only that payment's days", () => {});`;
    expect(foundIn("tests/sample.test.ts", source)).toEqual(["1: says so"]);
  });

  it("rejects phrases in docs", () => {
    expect(foundIn("docs/sample.md", "# One\n\nThe file stands there.")).toEqual(["3: stands there"]);
  });

  it("rejects nothing in the project", () => {
    expect(rejectedWords(process.cwd())).toEqual([]);
  });
});
