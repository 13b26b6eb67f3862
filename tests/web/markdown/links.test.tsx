import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ArticleText } from "~/ui/article-text";
import { linkTarget } from "~/web/markdown/link-target";
import { plainTextOf } from "~/web/markdown/plain-text.server";
import { toBlocks } from "~/web/markdown/to-blocks.server";

const drawn = (text: string) => renderToStaticMarkup(<ArticleText blocks={toBlocks(text)} />);

describe("a link in a text", () => {
  it.each([
    ["/stock/NVDA?period=2y#chart", "/stock/NVDA?period=2y#chart"],
    ["news/1", "/news/1"],
    ["./track-record", "/track-record"],
    ["#our-outlook", "#our-outlook"],
    ["mailto:desk@example.com", "mailto:desk@example.com"],
    ["mailto:desk@example.com?subject=Nvidia", "mailto:desk@example.com?subject=Nvidia"],
    ["https://example.com/a", "https://example.com/a"],
  ])("leads from %s to %s", (address, target) => {
    expect(linkTarget(address)).toBe(target);
    expect(drawn(`[Here](${address})`)).toMatch(/<a (class="ext" )?href="[^"]+"/);
  });

  it.each([
    "javascript:alert(1)",
    "//evil.example/a",
    "/\\evil.example",
    "data:text/html,x",
    "evil.example/a",
    "../admin",
    "/admin/news",
    "/ADMIN",
    "/./%61dmin",
    "admin",
    "/api/news",
    "mailto:a@b.example?bcc=c@d.example",
    "mailto:a@b.example,c@d.example",
    "mailto:",
    "https://bank.example@evil.example/",
  ])("from %s is rejected and stays as written", (address) => {
    expect(linkTarget(address)).toBeUndefined();
    expect(drawn(`[Here](${address})`)).not.toContain("<a ");
  });

  it("finds its heading, and the second of two equal ones", () => {
    const html = drawn(
      "[On](#our-outlook) [Again](#our-outlook-2)\n\n## Our Outlook\n\nA\n\n## Our *Outlook*\n\nB",
    );
    const ids = [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id);
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(targets);
    expect(new Set(ids).size).toBe(2);
  });

  it("finds a heading in any script", () => {
    const html = drawn("[Weiter](#%C3%BCberblick)\n\n## Überblick\n\nA");
    expect(html).toContain('href="#text-überblick"');
    expect(html).toContain('id="text-überblick"');
  });
});

describe("emphasis in scripts without spaces", () => {
  it.each([
    ["这是**强调**的文字", "这是强调的文字", "<strong>强调</strong>"],
    ["这是**（强调）**的文字", "这是（强调）的文字", "<strong>（强调）</strong>"],
    ["**「強調」**です", "「強調」です", "<strong>「強調」</strong>"],
    ["太字は*斜体*です", "太字は斜体です", "<em>斜体</em>"],
    ["이것은**“강조”**입니다", "이것은“강조”입니다", "<strong>“강조”</strong>"],
    ["𠮷**（田）**𠮷", "𠮷（田）𠮷", "<strong>（田）</strong>"],
  ])("in %s drops its marks", (text, words, html) => {
    expect(plainTextOf(text)).toBe(words);
    expect(drawn(text)).toContain(html);
  });

  it.each(["5*3*2", "a*b*c", "2 * 3 * 4"])("does not change products: %s", (text) => {
    expect(plainTextOf(text)).toBe(text);
  });
});
