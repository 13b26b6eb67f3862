import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { changeEntry } from "~/features/staff/changes/change-entry";
import { ArticleText } from "~/ui/article-text";
import { Input, Textarea } from "~/ui/field";
import { ByLine } from "~/ui/prose";
import type { TextBlock } from "~/ui/text-blocks";

const words = (text: string) => [{ text }];
const paragraph = (text: string): TextBlock => ({ kind: "paragraph", spans: words(text) }) as TextBlock;

describe("text direction", () => {
  it("is automatic in each block of an article", () => {
    const blocks = [
      { kind: "heading", level: 1, spans: words("כותרת") },
      paragraph("שלום"),
      { kind: "quote", blocks: [paragraph("ציטוט")] },
      { kind: "list", ordered: false, items: [{ blocks: [paragraph("פריט")] }] },
    ] as TextBlock[];
    const html = renderToStaticMarkup(<ArticleText blocks={blocks} />);
    for (const tag of ["h2", "p", "blockquote", "ul", "li"])
      expect(html).not.toMatch(new RegExp(`<${tag}(?![^>]*dir="auto")[ >]`));
  });

  it("is automatic in inputs", () => {
    expect(renderToStaticMarkup(<Input name="a" label="A" />)).toMatch(/<input[^>]*dir="auto"/);
    expect(renderToStaticMarkup(<Textarea name="a" label="A" />)).toMatch(/<textarea[^>]*dir="auto"/);
  });

  it("stays the sentence's own around a name: by-lines and the log", () => {
    expect(renderToStaticMarkup(<ByLine author="נועה" />)).toContain("<bdi>נועה</bdi>");
    const change = {
      id: "1",
      at: new Date(),
      who: "נועה",
      action: "edited",
      one: "news item",
      title: "כותרת",
    };
    expect(renderToStaticMarkup(changeEntry(change as never).what as never)).toContain("<bdi>כותרת</bdi>");
  });
});
