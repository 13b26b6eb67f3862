import { describe, expect, it } from "vitest";
import { canonicalJson } from "~/features/calls/ledger/canonical-json";

describe("canonical JSON", () => {
  it("matches the example of RFC 8785, section 3.2.2", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it("sorts names by UTF-16 code units, as in section 3.2.3", () => {
    const names = ["\u20ac", "\r", "\ufb33", "1", "\ud83d\ude00", "\u0080", "\u00f6"];
    const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 1])));
    expect(Object.keys(JSON.parse(text))).toEqual([
      "1",
      "\r",
      "\u0080",
      "\u00f6",
      "\u20ac",
      "\ud83d\ude00",
      "\ufb33",
    ]);
    expect(text.startsWith('{"\\r":1,"1":1,')).toBe(true);
  });

  it.each([["\ud800"], [Number.NaN], [Number.POSITIVE_INFINITY]])("rejects %j", (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
