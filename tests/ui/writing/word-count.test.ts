import { expect, it } from "vitest";
import { lengthInWords, wordsIn } from "~/ui/writing/word-count";

it.each([
  ["", 0],
  ["One two, three.", 3],
  ["It’s 12.5% up – on the day", 6],
  ["See [the report](https://a.test/a/b) of https://b.test/x", 4],
  ["Before.\n\nchart NVDA 1y\n\nAfter.", 2],
  ["* ore\n* **tin**\n\n> Größe zählt", 4],
])("counts the visible words of %j", (text, words) => {
  expect(wordsIn(text)).toBe(words);
});

it("shows the reading time", () => {
  expect(lengthInWords("")).toBe("No text yet");
  expect(lengthInWords("One")).toBe("1 word, about 1 minute to read");
  expect(lengthInWords("word ".repeat(1_000))).toBe("1,000 words, about 4 minutes to read");
});
