import { expect, it } from "vitest";
import { parseStaticText } from "~/features/static-pages/parse-static-text";

it("reads titles, headings, lists and paragraphs", () => {
  const source = "# About {siteName}\n\nOne\ntwo.\n\n## Why\n\n- first\n- second\n";
  expect(parseStaticText(source, { siteName: "Openbell" })).toEqual({
    title: "About Openbell",
    blocks: [
      { kind: "paragraph", text: "One two." },
      { kind: "heading", text: "Why" },
      { kind: "list", items: ["first", "second"] },
    ],
  });
});

it("refuses a file without a title, and a word that nothing fills in", () => {
  expect(() => parseStaticText("Words.", {})).toThrow("begins with its title");
  expect(() => parseStaticText("# {phone}", {})).toThrow("{phone}");
});
