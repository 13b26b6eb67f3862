import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ArticleText } from "~/ui/article-text";
import { ExternalLink } from "~/ui/prose";
import { RichText } from "~/ui/rich-text";
import { toBlocks } from "~/web/markdown/to-blocks.server";
import { toParagraphs } from "~/web/rich-text.server";

const drawn = (text: string, top?: 2 | 3) =>
  renderToStaticMarkup(<ArticleText blocks={toBlocks(text)} top={top} />);

const PICTURE = "/uploads/0c8e5f7a-91d3-4b26-8a4e-6f1d2c3b4a59/1280.webp";

describe("an author's text", () => {
  it("looks unchanged without Markdown", () => {
    const text = "One, see https://example.com/a.\nStill one.\n\n5*3*2 & <b>no</b>";
    const before = renderToStaticMarkup(<RichText paragraphs={toParagraphs(text)} />);
    expect(drawn(text)).toBe(before);
  });

  it("gives each heading a unique id, even for ten thousand equal headings", () => {
    const ids = [...drawn(`# a 2\n\n${"# a\n\n".repeat(10_000)}`).matchAll(/<h2 id="([^"]*)"/g)].map(
      ([, id]) => id,
    );
    expect(ids.slice(0, 4)).toEqual(["text-a-2", "text-a", "text-a-3", "text-a-4"]);
    expect(new Set(ids).size).toBe(10_001);
  });

  it("starts its headings below the page's level", () => {
    expect(drawn("# One\n\n## Two")).toBe(
      '<div class="prose"><h2 id="text-one" dir="auto">One</h2><h3 id="text-two" dir="auto">Two</h3></div>',
    );
    expect(drawn("# One\n\n### Three", 3)).toBe(
      '<div class="prose"><h3 id="text-one" dir="auto">One</h3><h5 id="text-three" dir="auto">Three</h5></div>',
    );
  });

  it("renders lists, quotations and emphasis", () => {
    expect(drawn("3. *ore*\n7. tin\n\n> **Why**\n\n***")).toBe(
      '<div class="prose"><ol dir="auto"><li value="3" dir="auto"><em>ore</em></li><li value="7" dir="auto">tin</li></ol>' +
        '<blockquote dir="auto"><p dir="auto"><strong>Why</strong></p></blockquote><hr/></div>',
    );
  });

  it("renders a table in a scroll region named by its head", () => {
    const html = drawn("| Year | Sales |\n|---|--:|\n| 2025 | 4.2 |");
    expect(html).toContain('<section class="scroll" aria-label="Year, Sales" tabindex="0">');
    expect(html).toContain('<th scope="row">2025</th><td class="num">4.2</td>');
  });

  it("names a table by its chapter", () => {
    expect(drawn("## In *figures*\n\n| Year | Sales |\n|---|--:|\n| 2025 | 4.2 |")).toContain(
      '<table class="datatable" aria-label="In figures">',
    );
  });

  it("renders a picture of this site", () => {
    expect(drawn(`![A mine](${PICTURE})`)).toContain(`src="${PICTURE}" alt="A mine"`);
  });

  it("renders charts if prices are available, and otherwise a text", () => {
    expect(drawn("chart NVDA 1y")).toContain('<p class="meta">Chart: NVDA, 1y</p>');
    const html = renderToStaticMarkup(
      <ArticleText
        blocks={toBlocks("chart NVDA 1y")}
        chartOf={(symbol, period) => `${symbol} for ${period}`}
      />,
    );
    expect(html).toBe('<div class="prose">NVDA for 1y</div>');
  });

  it("passes the heading level and the number of earlier charts to the chart renderer", () => {
    const text = "chart NVDA 1y\n\n# One\n\nchart NONE 1y\n\n## Two\n\n> chart ASML 1y";
    const html = renderToStaticMarkup(
      <ArticleText
        blocks={toBlocks(text)}
        chartOf={(symbol, _, { level, before }) =>
          symbol === "NONE" ? null : `${symbol}: below ${level - 1}, after ${before}.`
        }
      />,
    );
    expect(html).toContain("NVDA: below 1, after 0.");
    expect(html).toContain("ASML: below 3, after 1.");
  });
});

it("prints the address of a link only if it differs from its text", () => {
  const link = (children: string) =>
    renderToStaticMarkup(<ExternalLink href="https://example.com/a">{children}</ExternalLink>);
  expect(link("The figures")).toContain('data-named=""');
  expect(link("https://example.com/a")).not.toContain("data-named");
});
