import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { codeIn, editionCode, withEdition } from "~/features/newsletters/edition-word.rules";

const PUBLIC_URL = "https://site.test";
const CODE = "6f9619ff8b86";
const marked = (address: string) => withEdition(address, { publicUrl: PUBLIC_URL, code: CODE });

describe("the code of an edition in an email's links", () => {
  it("is the start of the edition's id, and is read from an address", () => {
    expect(editionCode("6F9619FF-8B86-4011-B42D-00C04FC964FF")).toBe(CODE);
    const code = editionCode(randomUUID());
    expect(codeIn(new URL(`https://site.test/news?edition=${code}`))).toBe(code);
  });

  it.each([
    "",
    "?edition=",
    "?edition=6f9619ff8b8",
    "?edition=6f9619ff8b86a",
    "?edition=6F9619FF8B86",
    "?from=6f9619ff8b86",
  ])("is none in the address %s", (search) =>
    expect(codeIn(new URL(`https://site.test/news${search}`))).toBeUndefined());

  it.each([
    ["https://site.test/news/1", "https://site.test/news/1?edition=6f9619ff8b86"],
    ["https://site.test", "https://site.test/?edition=6f9619ff8b86"],
    ["https://site.test/search?q=a+b#top", "https://site.test/search?q=a+b&edition=6f9619ff8b86#top"],
    ["https://site.test/news/1?edition=000000000000", "https://site.test/news/1?edition=6f9619ff8b86"],
  ])("is added to %s", (address, expected) => expect(marked(address)).toBe(expected));

  it.each([
    "https://other.test/news/1",
    "https://site.test.other.test/",
    "mailto:desk@site.test",
    "https://site.test/uploads/1/picture.webp",
    "https://site.test/track-record.csv",
    "https://site.test/api/news",
    "words",
    "",
  ])("is not added to %s", (address) => expect(marked(address)).toBe(address));

  it("an address without a code stays as it is, for tests and previews", () => {
    expect(withEdition("https://site.test/news/1", { publicUrl: PUBLIC_URL })).toBe(
      "https://site.test/news/1",
    );
  });
});
