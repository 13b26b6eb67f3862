import { describe, expect, it } from "vitest";
import { decodeText, readTable } from "~/admin-kit/figures/read-table.server";

describe("the text of a file", () => {
  it.each([
    ["UTF-8", Buffer.from("Name;1\u00a0234")],
    ["UTF-8 with its mark", Buffer.from("\uFEFFName;1\u00a0234")],
    ["UTF-16", Buffer.from("\uFEFFName;1\u00a0234", "utf16le")],
    ["UTF-16 the other way round", Buffer.from("\uFEFFName;1\u00a0234", "utf16le").swap16()],
  ])("is decoded from %s", (_, bytes) => expect(decodeText(bytes)).toBe("Name;1\u00a0234"));

  it("is rejected in another encoding, because an unreadable space would split a figure", () => {
    expect(decodeText(Buffer.from("Name;1\u00a0234", "latin1"))).toBeUndefined();
  });
});

it.each([
  ["LF", "a,b\n1,2\n\n3,4\n", [2, 4]],
  ["CRLF", "a,b\r\n1,2\r\n\r\n3,4\r\n", [2, 4]],
  ["CR", "a,b\r1,2\r\r3,4\r", [2, 4]],
  ["sep= and CRLF", "sep=,\r\na,b\r\n1,2\r\n3,4", [3, 4]],
])("has the line numbers of the file: %s", (_, text, numbers) => {
  const [, ...lines] = readTable(text, 10).lines ?? [];
  expect(lines.map(({ line }) => line)).toEqual(numbers);
});
