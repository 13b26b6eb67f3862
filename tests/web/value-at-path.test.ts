import { expect, it } from "vitest";
import valueAtPath from "~/web/value-at-path";

const FORM = { rows: [{ title: "A" }, null], "a.b": 1, a: { b: 2 }, none: null, zero: 0 };

it.each([
  ["rows[0].title", "A"],
  ["rows[1].title", undefined],
  ["rows[2].title", undefined],
  ["rows.0.title", "A"],
  ["rows[1]", null],
  ["a.b", 1],
  ["a", { b: 2 }],
  ["none.more", undefined],
  ["zero", 0],
  ["zero.more", undefined],
  ["absent[3].deeper", undefined],
])("%s is found as the form library expects", (path, expected) => {
  expect(valueAtPath(FORM, path)).toEqual(expected);
  for (const nothing of [undefined, null, 0]) expect(valueAtPath(nothing, path)).toBeUndefined();
});
