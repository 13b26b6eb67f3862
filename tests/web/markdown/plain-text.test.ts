import { expect, it } from "vitest";
import { plainTextOf } from "~/web/markdown/plain-text.server";

it("plain text keeps the words of Markdown without its marks", () => {
  const text = [
    "# Why *now*",
    "See [the report](https://example.com/r).",
    "1. ore\n2. tin",
    "> Not **yet**",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "chart NVDA 1y",
    "![A mine](/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp)",
    "---",
    "5*3*2",
  ].join("\n\n");
  expect(plainTextOf(text)).toBe(
    "Why now\n\nSee the report.\n\nore\ntin\n\nNot yet\n\na b\n1 2\n\nA mine\n\n5*3*2",
  );
});

it("plain text equals a text without Markdown", () => {
  const text = "First line\nsecond, see https://example.com/a_b.\n\n- 3% in March";
  expect(plainTextOf(text)).toBe(text);
});
