import { spec } from "tests/support/spec";
import { describe, expect, it } from "vitest";
import type { TextBlock } from "~/ui/text-blocks";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { toParagraphs } from "~/web/rich-text.server";

const asWritten = (text: string) => toParagraphs(text).map((spans) => ({ kind: "paragraph", spans }));

/** The nesting depth of blocks. */
function depthOf(blocks: readonly TextBlock[]): number {
  const inside = blocks.map((block) => {
    if (block.kind === "quote") return depthOf(block.blocks);
    return block.kind === "list" ? Math.max(0, ...block.items.map((item) => depthOf(item.blocks))) : 0;
  });
  return blocks.length === 0 ? 0 : 1 + Math.max(0, ...inside);
}

describe("a deeply nested text", () => {
  it.each([
    ["quotations", (depth: number) => `${"> ".repeat(depth)}words`],
    ["lists", (depth: number) => `${"* ".repeat(depth)}words`],
    ["both", (depth: number) => `${"> * ".repeat(depth)}words`],
    ["lists, line by line", (depth: number) => nestedLines(Math.min(depth, 400))],
  ])("keeps its words without deep nesting: %s", (_what, textOf) => {
    for (const depth of [3, 9, 10, 19, 20, 21, 100, 10_000]) {
      const blocks = toBlocks(textOf(depth));
      expect(plainTextOf(textOf(depth)), `${depth}`).toContain("words");
      expect(depthOf(blocks)).toBeLessThanOrEqual(20);
    }
    expect(toBlocks(textOf(10_000))).toEqual(asWritten(textOf(10_000)));
  });

  const nestedLines = (depth: number) =>
    Array.from({ length: depth }, (_, level) => `${"  ".repeat(level)}* words`).join("\n");
});

const ADDRESSES = [
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript&colon;alert(1)",
  "&#106;avascript:alert(1)",
  "javascript%3Aalert(1)",
  "javascript://example.com/%0Aalert(1)",
  "data:text/html;base64,PHNjcmlwdD4=",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/x",
  "view-source:https://example.com/",
  "//evil.test/x",
  "\\\\evil.test\\x",
  "/admin/manage-users",
  "?delete=1",
];

describe("an address that is not http(s)", () => {
  it.each(
    ADDRESSES.flatMap((address) => [
      `[x](${address})`,
      `[x](<${address}>)`,
      `[x](${address} "title")`,
      `[x][1]\n\n[1]: ${address}`,
      `![x](${address})`,
      `[![x](${address})](${address})`,
      `<${address}>`,
      `* [x](${address})`,
      `# [x](${address})`,
      `|[x](${address})|\n|---|\n|![x](${address})|`,
      `> **[x](${address})**`,
      `<a href="${address}">x</a>`,
      address,
    ]),
  )("is no link by %j", spec("beyond hostile texts"), (text) => {
    const links = [...JSON.stringify(toBlocks(text)).matchAll(/"(?:href|src)":"([^"]*)"/g)];
    // Such a text may contain a web address: plain text also links it.
    expect(links.map(([, to]) => to).filter((to) => !to?.startsWith("https://example.com/"))).toEqual([]);
  });
});

it.each([
  "javascript:alert(1)",
  "//evil.test/x",
  "/admin/manage-users",
  "file:///etc/passwd",
])("stays as written: %j", (address) =>
  expect(toBlocks(`See [x](${address}).`)).toEqual(asWritten(`See [x](${address}).`)));

describe("a chart of an invalid symbol", () => {
  it.each([
    "chart ../../admin 1y",
    "chart <script> 1y",
    'chart "onload=" 1y',
    "chart nvda 1y",
    "chart NVDA;DROP 1y",
    "chart NVDA%00 1y",
    "chart NVDA\u0000 1y",
    "chart NVDA\u202E 1y",
    "chart ＮＶＤＡ 1y",
    `chart ${"A".repeat(21)} 1y`,
    "chart NVDA 1y2y",
    "chart NVDA 100y",
    "chart NVDA -1y",
    "chart NVDA 1Y",
    "chart  NVDA 1y",
  ])("stays text: %j", (text) => {
    expect(JSON.stringify(toBlocks(text))).not.toContain('"chart"');
  });
});
