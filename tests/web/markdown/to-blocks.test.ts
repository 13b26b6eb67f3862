import { DAILY_BRIEFS, NEWS, TRADE_ALERTS } from "db/demo/editorial";
import { array, assert as check, constantFrom, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { parsedBlocks, toBlocks } from "~/web/markdown/to-blocks.server";
import { toParagraphs } from "~/web/rich-text.server";

const asBefore = (text: string) => toParagraphs(text).map((spans) => ({ kind: "paragraph", spans }));

const PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

describe("text without Markdown", () => {
  it("is the same with and without the parser", () => {
    const piece = constantFrom(
      ...[
        "Rates rose ",
        "4.5 % ",
        "in 2025. ",
        "a-b ",
        "- ",
        "+ ",
        "* ",
        "_x_ ",
        "1. ",
        "12) ",
        "2024. ",
        "> ",
        "# ",
        "## A ",
        "| a | b |",
        "--- ",
      ],
      ...[
        "chart NVDA 1y",
        "[a](/b) ",
        "![c](/d) ",
        "\\* ",
        "https://example.com/a_b ",
        "www.example.com ",
        "ada@example.com ",
        "<b> ",
        "& ",
      ],
      ...[
        "\n",
        "\n\n",
        "\r\n",
        "  \n",
        "\t",
        "    ",
        "\u00a0",
        "\u2003",
        "`tick` ",
        "~~x~~ ",
        "=== ",
        "日本語",
        "٣ ",
        "\0",
        "",
      ],
    );
    const text = array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    check(
      property(text, (written) => void expect(toBlocks(written)).toEqual(parsedBlocks(written))),
      { numRuns: 2_000 },
    );
  });

  it("is unchanged for all demo texts", () => {
    const texts = [
      ...NEWS.map(({ content }) => content),
      // Lists, tables and charts are below headings.
      ...DAILY_BRIEFS.map(({ analysis }) => analysis.split("\n\n## ")[0] ?? ""),
      ...TRADE_ALERTS.map(({ analysis }) => analysis),
    ];
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => JSON.stringify(toBlocks(text)) !== JSON.stringify(asBefore(text)))).toEqual(
      [],
    );
  });

  it.each([
    "5*3*2 shares, 2 * 4 * 6 more, and (a)*(b)*(c)",
    "P/E* and EPS*, both adjusted",
    "a_b_c and GROSS_MARGIN_2025",
    "#1 of its kind, #2 next year",
    "- 3% in March\n- 4% in April",
    "+ 12 points\n+ 3 points",
    "Their share is\n> 5% of sales",
    "2024. A good year.\n\n2025. A better one.",
    "Sales rose in the\n1. quarter as before",
    "First line\nsecond line  \n    third line\r\nfourth",
    "R&amp;D costs < 5 & > 3, <b>bold</b>, <script>alert(1)</script>",
    "See [1] and [2]: https://example.com/a_b_c*d*e?x=_y_ for more.",
    "[1]: https://example.com/gone",
    "<https://example.com/>, www.example.com, ada@example.com, ftp://example.com/",
    "a `tick` and ~~struck~~\n```\ncode\n```",
    "Title\n===\n\nText",
    "    indented by four",
    "\u00a0\n\nAfter an empty one",
  ])("is unchanged: %j", (text) => {
    expect(toBlocks(text)).toEqual(asBefore(text));
  });
});

describe("Markdown", () => {
  it("has three levels of headings", () => {
    expect(toBlocks("# One\n\n### Three\n\n##### Five")).toEqual([
      { kind: "heading", level: 1, spans: [{ text: "One" }] },
      { kind: "heading", level: 3, spans: [{ text: "Three" }] },
      { kind: "heading", level: 3, spans: [{ text: "Five" }] },
    ]);
  });

  it("has nested lists, and numbers as written", () => {
    const item = (text: string) => ({ kind: "paragraph", spans: [{ text }], tight: true });
    expect(toBlocks("3. ore\n   * tin\n   * copper\n7. smelters")).toEqual([
      {
        kind: "list",
        ordered: true,
        items: [
          {
            value: 3,
            blocks: [
              item("ore"),
              {
                kind: "list",
                ordered: false,
                items: [{ blocks: [item("tin")] }, { blocks: [item("copper")] }],
              },
            ],
          },
          { value: 7, blocks: [item("smelters")] },
        ],
      },
    ]);
  });

  it("has a list of two items right after a line", () => {
    expect(toBlocks("Two reasons:\n1. ore\n2. orders").map(({ kind }) => kind)).toEqual([
      "paragraph",
      "list",
    ]);
  });

  it("has quotations, rules and emphasis", () => {
    expect(toBlocks("> **Not** the _orders_.\n\n---\n\n2\\*3")).toEqual([
      {
        kind: "quote",
        blocks: [
          {
            kind: "paragraph",
            spans: [
              { text: "Not", strong: true },
              { text: " the " },
              { text: "orders", emphasis: true },
              { text: "." },
            ],
          },
        ],
      },
      { kind: "rule" },
      { kind: "paragraph", spans: [{ text: "2*3" }] },
    ]);
  });

  it("has tables with right-aligned figures", () => {
    expect(toBlocks("| Year | Sales |\n|---|--:|\n| 2025 | *4.2* |")).toEqual([
      {
        kind: "table",
        head: [{ spans: [{ text: "Year" }] }, { spans: [{ text: "Sales" }], numeric: true }],
        rows: [[{ spans: [{ text: "2025" }] }, { spans: [{ text: "4.2", emphasis: true }], numeric: true }]],
      },
    ]);
  });

  it("has links to other sites, also bare ones", () => {
    expect(toBlocks("[The *report*](https://example.com/r) and https://example.com/x")).toEqual([
      {
        kind: "paragraph",
        spans: [
          { text: "The ", href: "https://example.com/r" },
          { text: "report", href: "https://example.com/r", emphasis: true },
          { text: " and " },
          { text: "https://example.com/x", href: "https://example.com/x" },
        ],
      },
    ]);
  });

  it("has uploaded pictures, and the alternative texts of others", () => {
    expect(toBlocks(`![A mine](${PICTURE})`)).toEqual([{ kind: "picture", src: PICTURE, alt: "A mine" }]);
    expect(toBlocks("![A mine](https://evil.test/pixel.gif)")).toEqual([
      { kind: "paragraph", spans: [{ text: "A mine" }] },
    ]);
  });

  it("has charts, each on its own line", () => {
    expect(toBlocks("chart BRK.B 1y")).toEqual([{ kind: "chart", symbol: "BRK.B", period: "1y" }]);
    expect(toBlocks("Our chart NVDA 1y shows it")).toEqual(asBefore("Our chart NVDA 1y shows it"));
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox(1))",
    "[x](//evil.test/)",
    "[x](/admin)",
    "[x](https://bank.example@evil.test/)",
    `[x](${PICTURE})`,
    "![x](javascript:alert(1))",
    "![x](/uploads/../admin)",
    "<javascript:alert(1)>",
  ])("has no link for %j", (text) => {
    expect(JSON.stringify(toBlocks(text))).not.toMatch(/"(?:href|src)"/);
  });
});
