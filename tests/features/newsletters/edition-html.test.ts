import { mailMarkupErrors } from "tests/support/markup";
import { describe, expect, it } from "vitest";
import { editionHtml, editionPlainText } from "~/features/newsletters/edition-html";
import { toBlocks } from "~/web/markdown/to-blocks.server";

const SITE = { siteName: "Openbell", publicUrl: "https://site.test" };
const mail = (markdown: string, more = {}) => ({
  subject: "A subject",
  preview: "A preview",
  text: {
    kicker: "Daily brief: Nvidia (NVDA)",
    heading: "Pay 158 to 168",
    facts: [{ label: "Buy zone", value: "158.00 to 168.00 USD" }],
    blocks: toBlocks(markdown),
    closing: ["Author’s holdings: none."],
    action: { label: "Read it with the chart", path: "/daily-brief/1" },
    ...more,
  },
  because: "You get this email because you asked for it.",
  unsubscribe: "https://site.test/unsubscribe/briefs/token",
});

describe("an edition's HTML", () => {
  it("every kind of block is shown, with full addresses", () => {
    const html = editionHtml(
      mail(
        [
          "## A chapter",
          "Some **bold** and *soft* words, [a page](/news) and [another](https://other.test/?a=1&b=2).",
          "- one\n- two",
          "3. three",
          "> said",
          "| Year | Sales |\n| --- | ---: |\n| 2025 | 12 |",
          "![A plant](/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp)",
          "chart NVDA 1y",
          "---",
        ].join("\n\n"),
      ),
      SITE,
    );
    for (const part of [
      /<h3[^>]*>A chapter<\/h3>/,
      /<strong>bold<\/strong> and <em>soft<\/em>/,
      /href="https:\/\/site\.test\/news"/,
      /href="https:\/\/other\.test\/\?a=1&amp;b=2"/,
      /<ul[^>]*><li[^>]*>/,
      /<ol[^>]*><li value="3"/,
      /<blockquote/,
      /<th[^>]*align="right"[^>]*>Sales<\/th>/,
      />Chart: NVDA, 1y<\/a>/,
      /<img src="https:\/\/site\.test\/uploads\/[^"]*\/640\.webp"[^>]* alt="A plant"/,
      /<hr/,
      />158\.00 to 168\.00 USD</,
    ])
      expect(html).toMatch(part);
  });

  it("a picture is shown where everybody may fetch it, and is a link to the page of a record with a lock", () => {
    const picture = "/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp";
    const text = `![A "plant" <at night>](${picture})`;
    const open = editionHtml(mail(text), SITE);
    expect(open).toContain(`<img src="https://site.test${picture}"`);
    const locked = editionHtml(mail(text, { isLocked: true }), SITE);
    expect(locked).not.toContain("/uploads/");
    expect(locked).toMatch(
      /<a [^>]*href="https:\/\/site\.test\/daily-brief\/1"[^>]*>Picture: A &quot;plant&quot; &lt;at night&gt;<\/a>/,
    );
  });

  it("markup that an author typed is escaped", () => {
    const html = editionHtml(mail("<script>alert(1)</script>", { heading: '<img src=x onerror="a">' }), SITE);
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<img src=x");
  });

  it("a long text ends at a paragraph with a link to the rest, and stays below the size that Gmail cuts", () => {
    const html = editionHtml(
      mail(Array.from({ length: 900 }, (_, n) => `Paragraph ${n} ${"€".repeat(40)}`).join("\n\n")),
      SITE,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(90_000);
    expect(html).toContain(">Continue reading</a>");
    expect(html).not.toContain("Paragraph 899");
  });

  const words = (count: number) => Array.from({ length: count }, (_, n) => `w${10_000 + n}&`).join(" ");
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(10_000 + n)).join("\n");
  it.each([
    ["paragraph", words(20_000), /w\d{5}&amp;\u2026<\/p>/],
    ["paragraph with marks", `[a page](/news) **${words(20_000)}**`, /w\d{5}&amp;<\/strong>\u2026<\/p>/],
    ["paragraph below a heading", `## A chapter\n\n${words(20_000)}`, /w\d{5}&amp;\u2026<\/p>/],
    ["word", "€".repeat(90_000), /€\u2026<\/p>/],
    ["list", lines(3000, (n) => `- w${n}&`), /w\d{5}&amp;<\/p><\/li><\/ul>/],
    ["item of a list", `- ${words(20_000)}\n- two`, /w\d{5}&amp;\u2026<\/p><\/li><\/ul>/],
    ["quotation", `> ${words(20_000)}`, /w\d{5}&amp;\u2026<\/p><\/blockquote>/],
    [
      "table",
      `| Year | Sales |\n| --- | --- |\n${lines(3000, (n) => `| w${n}& | 1 |`)}`,
      />1<\/td><\/tr><\/table>/,
    ],
  ])("of a first %s that is too long the beginning is shown", async (_name, text, end) => {
    const html = editionHtml(mail(text), SITE);
    expect(Buffer.byteLength(html)).toBeGreaterThan(55_000);
    expect(Buffer.byteLength(html)).toBeLessThan(75_000);
    expect(html).toMatch(end);
    expect(html).toContain(">Continue reading</a>");
    expect(await mailMarkupErrors(html)).toEqual([]);
  });

  it("the plain text has the address of every link, chart and picture", () => {
    const text = [
      "See [a **whole** page](/news), [below](#end), [another](https://other.test/?a=1&b=2).",
      "- https://bare.test/x and [mail](mailto:desk@site.test), desk@site.test",
      "| [A cell](/market) | Sales |\n| --- | --- |\n| 2025 | 12 |",
      "![A plant](/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp)",
      "chart NVDA 1y",
    ].join("\n\n");
    const code = "6f9619ff8b86";
    const plain = editionPlainText({ ...mail(text), code }, SITE);
    const page = `https://site.test/daily-brief/1?edition=${code}`;
    for (const words of [
      `See a whole page (https://site.test/news?edition=${code}), below (${page}#end), another (https://other.test/?a=1&b=2).`,
      "https://bare.test/x and mail (mailto:desk@site.test), desk@site.test\n",
      `A cell (https://site.test/market?edition=${code}) Sales`,
      "Picture: A plant (https://site.test/uploads/6f9619ff-8b86-4011-b42d-00c04fc964ff/640.webp)",
      `Chart: NVDA, 1y (${page})`,
    ])
      expect(plain).toContain(words);
    const locked = editionPlainText({ ...mail(text, { isLocked: true }), code }, SITE);
    expect(locked).toContain(`Picture: A plant (${page})`);
    expect(locked).not.toContain("/uploads/");
    expect(editionHtml({ ...mail(text), code }, SITE)).toContain(`href="${page}#end"`);
  });

  it("an email names its reason and links to unsubscribe, also as plain text", () => {
    for (const version of [editionHtml(mail("Text"), SITE), editionPlainText(mail("Text"), SITE)])
      for (const words of ["because you asked for it", "/unsubscribe/briefs/token"])
        expect(version).toContain(words);
  });
});
