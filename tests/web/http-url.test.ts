import { describe, expect, it } from "vitest";
import { optionalWebAddress, webAddress } from "~/admin-kit/fields.server";
import { toParagraphs } from "~/web/rich-text.server";

const NAMED = [
  "https://user:pass@example.com/",
  "https://user@example.com/",
  "https://bank.example@evil.test/",
  "http://:pass@example.com",
  "https://@example.com/",
  "https://:@example.com/",
  "HTTPS://user@example.com",
  "https://user%40home@example.com/",
];

const PLAIN = ["https://example.com/", "https://example.com/@ada", "http://example.com/?to=a@b.test#@c"];

describe.each([
  webAddress("url", { label: "Url" }),
  optionalWebAddress("url", { label: "Url" }),
])("a field for a web address", ({ schema }) => {
  it.each(NAMED)("rejects %s with a message", (text) => {
    const [issue] = schema.safeParse(text).error?.issues ?? [];
    expect(issue?.message).toBe("Url must not contain a user name");
  });
  it.each(PLAIN)("accepts %s", (text) => {
    expect(schema.safeParse(text).data).toBe(text);
  });
});

describe("an address in a text", () => {
  it.each(NAMED)("%s is no link", (text) => {
    const pieces = toParagraphs(`See ${text} for more`).flat();
    expect(pieces.map(({ text }) => text).join("")).toBe(`See ${text} for more`);
    expect(pieces.filter(({ href }) => href?.includes("@"))).toEqual([]);
  });
  it.each(PLAIN)("%s is a link", (text) => {
    const links = toParagraphs(`See ${text} for more`).flatMap((pieces) => pieces.filter(({ href }) => href));
    expect(links).toEqual([{ text, href: text }]);
  });
});
