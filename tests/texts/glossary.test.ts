import { describe, expect, it } from "vitest";
import { rejectedIn, rejectedWords } from "./glossary.mjs";

/** Places that the glossary still rejects. A change may lower this, never raise it. */
const MOST_REJECTED = 192;

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

  it("rejects no more places than before", () => {
    expect(rejectedWords(process.cwd()).length).toBeLessThanOrEqual(MOST_REJECTED);
  });
});
