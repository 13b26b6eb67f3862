// alone: modules
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup as html } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { LockedBars, LockedCell, LockedPicture, Paywall } from "~/access/paywall";
import { ExcerptCard } from "~/features/content/briefs/excerpt-card";
import { PosterCard } from "~/features/content/videos/poster-card";

// A paywall passes its page to the plans.
vi.mock("@remix-run/react", async (load) => ({
  ...(await load<object>()),
  useLocation: () => ({ pathname: "/videos" }),
}));

const SECRET = "canary-analysis";

describe("locked parts reveal no hidden text", () => {
  it.each([
    ["LockedBars", LockedBars],
    ["LockedCell", LockedCell],
    ["Veil", LockedPicture],
  ] as [
    string,
    FunctionComponent<Record<string, unknown>>,
  ][])("%s takes no text, however it is passed", (_n, part) => {
    const forced = { children: SECRET, text: SECRET, title: SECRET, label: SECRET, "data-text": SECRET };
    const markup = html(createElement(part, forced));
    expect(markup).not.toBe("");
    expect(markup).not.toContain(SECRET);
  });

  it("bars look the same for every text", () => {
    expect(html(<LockedBars />)).toBe(
      '<div aria-hidden="true"><span class="bar bar--1"></span><span class="bar bar--2"></span><span class="bar bar--3"></span></div>',
    );
    expect(html(<LockedBars lines={4} />).match(/bar--\d/g)).toEqual([
      "bar--1",
      "bar--2",
      "bar--1",
      "bar--3",
    ]);
  });

  it("a locked brief has bars and a disabled button, and drops an excerpt passed by mistake", () => {
    const smuggled = {
      to: "/b/1",
      title: "Nvidia",
      ticker: { text: "NVDA", companySymbol: "NVDA" },
      locked: true,
      excerpt: SECRET,
      action: SECRET,
    };
    const markup = html(createElement(ExcerptCard as FunctionComponent<Record<string, unknown>>, smuggled));
    expect(markup).not.toContain(SECRET);
    expect(markup).toContain("bar--1");
    expect(markup).toMatch(/<button[^>]*disabled=""[^>]*title="Members only"/);
    expect(markup).toContain("Locked</button>");
  });

  it("a locked brief that is readable elsewhere links there above its paywall", () => {
    const card = html(<ExcerptCard to="/b/1" title="Deere" teaser="Harvest." sample={<i>Here</i>} locked />);
    expect(card).toMatch(/<p>Harvest\.<\/p><i>Here<\/i><div class="card-foot">.*Locked<\/button>/);
  });

  it("an open brief has its first words and a link", () => {
    const markup = html(<ExcerptCard to="/b/1" title="Nvidia" excerpt="Orders grew…" action="Read More →" />);
    expect(markup).toContain("Orders grew…");
    expect(markup).toMatch(/<a [^>]*href="\/b\/1"[^>]*>Read More →<\/a>/);
    expect(markup).not.toContain("bar--");
  });

  it("a locked video has no link and only the default picture, whatever is passed", () => {
    const picture = { src: `/${SECRET}.webp`, width: 16, height: 9 };
    const smuggled = { to: "/v/1", title: "Sizing", locked: true, picture, drawing: <i>drawn</i> };
    const markup = html(createElement(PosterCard as FunctionComponent<Record<string, unknown>>, smuggled));
    expect(markup).not.toContain(SECRET);
    expect(markup).not.toContain("<a ");
    expect(markup).toContain("drawn");
    expect(markup).toContain('class="seal"');
    const open = html(<PosterCard to="/v/1" title="Sizing" drawing={<i>drawn</i>} />);
    expect(open.match(/href="\/v\/1"/g)).toHaveLength(2);
    expect(open).not.toContain('class="seal"');
  });

  it("a hidden figure is labelled for members", () => {
    expect(html(<LockedCell />)).toContain('<span class="sr">Members only</span>');
  });
});

it("the paywall panel has one link, and two panels on a page have different ids", () => {
  const panel = (title: string) => <Paywall title={title} points={["The analysis"]} />;
  const markup = html(
    <>
      {panel("One")}
      {panel("Two")}
    </>,
  );
  expect(markup.match(/<a [^>]*href="\/subscription"/g)).toHaveLength(2);
  expect(markup.match(/<a [^>]*ping="\/locks\/followed\?from=\/videos"/g)).toHaveLength(2);
  expect(markup.match(/<a /g)).toHaveLength(2);
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, href] of markup.matchAll(/<use href="#([^"]+)"/g)) expect(ids).toContain(href);
});
