import fc from "fast-check";
import { renderToStaticMarkup as html } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ColumnsWithOffer } from "~/ui/card-columns";
import { Chips, FilterForm } from "~/ui/filters";
import { NoRows, Pager, pageNumbers } from "~/ui/pager";
import { Cell, RowHeader, SortHeader, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";

describe("Table", () => {
  const header = (sorted?: "ascending" | "descending") =>
    html(
      <table>
        <thead>
          <tr>
            <SortHeader label="Title" to="?sort=title" sorted={sorted} numeric />
          </tr>
        </thead>
      </table>,
    );

  it("marks the sorted column in its head", () => {
    expect(header("descending")).toMatch(
      /<th aria-sort="descending" scope="col" class="num"><a href="\?sort=title">Title/,
    );
    expect(header("ascending")).toContain('aria-sort="ascending"');
    expect(header()).not.toContain("aria-sort");
  });

  it("scrolls in a labelled region with keyboard focus", () => {
    const markup = html(<Table label="Quotes">{null}</Table>);
    expect(markup).toMatch(/^<section class="scroll" aria-label="Quotes" tabindex="0"><table /);
    expect(
      html(
        <Table label="News" pinned>
          {null}
        </Table>,
      ),
    ).toMatch(/^<table class="datatable datatable--pinned"/);
  });

  it("labels its rows, and its cells for the card view", () => {
    const row = html(
      <table>
        <tbody>
          <tr>
            <RowHeader title sub="Tech">
              Chips
            </RowHeader>
            <Cell label="Price" numeric>
              1.00
            </Cell>
          </tr>
        </tbody>
      </table>,
    );
    expect(row).toContain('<th scope="row" class="title">Chips<span class="sub">Tech</span></th>');
    expect(row).toContain('<td data-label="Price" class="num">1.00</td>');
  });

  it("labels a row by its name if its head has more", () => {
    const row = html(
      <table>
        <tbody>
          <tr>
            <RowHeader title name="Chips">
              <input type="checkbox" aria-label="Select Chips" /> Chips
            </RowHeader>
          </tr>
        </tbody>
      </table>,
    );
    expect(row).toContain('<th scope="row" aria-label="Chips" class="title">');
  });
});

describe("cards with an offer", () => {
  const cards = (count: number, offer?: string) =>
    html(
      <ColumnsWithOffer offer={offer} more="More of them">
        {["a", "b", "c", "d", "e"].slice(0, count).map((name) => (
          <i key={name} />
        ))}
      </ColumnsWithOffer>,
    );

  it("show it after the first three, and have a heading for the others", () => {
    expect(cards(5, "Offer")).toBe(
      '<div class="cols"><i></i><i></i><i></i></div>Offer<h2 class="sr">More of them</h2>' +
        '<div class="cols section"><i></i><i></i></div>',
    );
  });

  it("show it last without others", () => {
    expect(cards(3, "Offer")).toBe('<div class="cols"><i></i><i></i><i></i></div>Offer');
  });

  it("are together without one", () => {
    expect(cards(4)).toBe('<div class="cols"><i></i><i></i><i></i><i></i></div>');
  });
});

describe("Pager", () => {
  const pager = (page: number, pageCount: number) =>
    html(
      <Pager
        page={page}
        size={5}
        count={5}
        total={pageCount * 5}
        href={(n) => `?page=${n}`}
        sizes={[5, 10].map((size) => ({ size, to: `?size=${size}`, current: size === 5 }))}
      />,
    );

  it.each([
    [1, 1, [1]],
    [1, 4, [1, 2, 3, 4]],
    [1, 5, [1, 2, "gap", 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [7, 20, [1, "gap", 6, 7, 8, "gap", 20]],
    [20, 20, [1, "gap", 19, 20]],
  ])("on page %i of %i shows %j", (page, count, numbers) => {
    expect(pageNumbers(page, count)).toEqual(numbers);
  });

  it("always has the first, last and current page, in order and once, without a gap of one page", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (count, seed) => {
        const page = (seed % count) + 1;
        const pages = pageNumbers(page, count);
        const numbers = pages.filter((entry) => entry !== "gap");
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        for (const wanted of [1, page, count]) expect(numbers).toContain(wanted);
        pages.forEach((entry, index) => {
          if (entry !== "gap") return;
          const [before, after] = [pages[index - 1], pages[index + 1]];
          expect(Number(after) - Number(before)).toBeGreaterThan(2);
        });
      }),
    );
  });

  it("shows the range and the current page", () => {
    expect(pager(2, 4)).toContain("6 to 10 of 20");
    expect(pager(2, 4)).toContain('<a href="?page=2" aria-current="page">');
    expect(pager(2, 4)).toContain('<a href="?size=5" aria-current="true">');
  });

  it("shows a limit of the counting as such, and no last page", () => {
    const capped = (page: number, count: number, more = {}) =>
      html(
        <Pager
          page={page}
          size={5}
          count={count}
          total={10_000}
          capped
          href={(n) => `?page=${n}`}
          {...more}
        />,
      );
    expect(capped(1, 5)).toContain("1 to 5 of 10,000+");
    expect(capped(1, 5)).not.toContain("2,000");
    expect(capped(2_300, 5)).toContain('<a href="?page=2301" rel="next">Next</a>');
    expect(capped(2_300, 3)).toContain("<span>Next</span>");
    expect(capped(1, 5, { total: 6, late: true })).toContain("1 to 5</p>");
  });

  it("past the end, names the last page only if all rows were counted", () => {
    const past = (capped: boolean) =>
      html(
        <NoRows
          title="None."
          page={9_000}
          size={5}
          total={10_000}
          capped={capped}
          href={(n) => `?page=${n}`}
        />,
      );
    expect(past(false)).toContain("The last page is 2,000.");
    expect(past(true)).not.toContain("The last page");
    expect(past(true)).toContain("There is no page 9,000.");
  });

  it("hides the gap's dots from screen readers", () => {
    expect(pager(7, 20).match(/<li[^>]*><span>…/g)).toEqual(Array(2).fill('<li aria-hidden="true"><span>…'));
  });

  it("has no link before the first and after the last page", () => {
    expect(pager(1, 4)).toContain("<span>Previous</span>");
    expect(pager(1, 4)).toContain('<a href="?page=2" rel="next">Next</a>');
    expect(pager(4, 4)).toContain("<span>Next</span>");
    expect(pager(1, 1)).not.toContain("Next");
  });
});

it("filters are one GET form that keeps the given parameters", () => {
  const markup = html(
    <FilterForm label="Search news" keep={{ size: "25" }}>
      {null}
    </FilterForm>,
  );
  expect(markup).toMatch(/^<form class="filters" method="get" role="search" aria-label="Search news">/);
  expect(markup).toContain('<input type="hidden" name="size" value="25"/>');
});

it("chips exist only with a filter", () => {
  expect(html(<Chips items={[]} clearTo="/news" />)).toBe("");
  const markup = html(<Chips items={[{ label: "Category: Tech", to: "?" }]} clearTo="/news" />);
  expect(markup).toContain('<span class="sr">Remove filter </span>Category: Tech');
  expect(markup).toContain('<a href="/news">Clear all</a>');
});

it("tabs are links, and one of them is the current page", () => {
  const markup = html(
    <Tabs
      label="Categories"
      items={[
        { label: "All", to: "?" },
        { label: "Tech", to: "?c=Tech", current: true },
      ]}
    />,
  );
  expect(markup.match(/<a /g)).toHaveLength(2);
  expect(markup).toContain('<a href="?c=Tech" aria-current="page">Tech</a>');
});
