import { ADS, BANNERS } from "db/demo/advertising";
import { DAILY_BRIEFS, NEWS, TRADE_ALERTS, VIDEOS } from "db/demo/editorial";
import { MOVERS, QUOTES, STOCK_PICKS } from "db/demo/markets";
import { PACKAGES } from "db/demo/membership";
import { AD_CATEGORIES } from "db/entities/ad";
import { MOVER_TYPES } from "db/entities/mover";
import { NEWS_CATEGORIES } from "db/entities/news";
import { QUOTE_CATEGORIES } from "db/entities/quote";
import { PICK_CATEGORIES } from "db/entities/stock-pick";
import { describe, expect, test } from "vitest";

/** A brief's text. Its lists, tables and charts follow under headings. */
const proseOf = (analysis: string) => analysis.split("\n\n## ")[0] ?? "";
const words = (text: string) => text.split(/\s+/).length;
const decimals = (figure: string) => figure.split(".")[1]?.length ?? 0;
const sizes = <T>(values: readonly T[]) => {
  const sums = new Map<T, number>();
  for (const value of values) sums.set(value, (sums.get(value) ?? 0) + 1);
  return sums;
};
const repeated = (values: readonly string[]) => [...sizes(values)].filter(([, count]) => count > 1);

describe("texts", () => {
  const texts = [
    ...NEWS.map(({ title, content }) => ({ title, text: content, least: 150, most: 450 })),
    ...DAILY_BRIEFS.map(({ ticker, analysis }) => ({
      title: ticker,
      text: proseOf(analysis),
      least: 150,
      most: 350,
    })),
  ];

  test.each(texts)("$title has the right length and several plain paragraphs", ({ text, least, most }) => {
    expect(words(text)).toBeGreaterThanOrEqual(least);
    expect(words(text)).toBeLessThanOrEqual(most);
    const paragraphs = text.split("\n\n");
    expect(paragraphs.length).toBeGreaterThanOrEqual(4);
    for (const paragraph of paragraphs) expect(paragraph).not.toMatch(/^\s|\s$|\s{2}|\n/);
  });

  test("sentences and titles never repeat", () => {
    const all = [...texts.map(({ text }) => text), ...TRADE_ALERTS.map(({ analysis }) => analysis)];
    const sentences = all.flatMap((text) => text.split(/(?<=[.?!]”?)\s+/)).filter((text) => text.length > 20);
    expect(sentences.length).toBeGreaterThan(500);
    expect(repeated(sentences)).toEqual([]);
    for (const titles of [
      NEWS.map(({ title }) => title),
      DAILY_BRIEFS.map(({ companyName }) => companyName),
      TRADE_ALERTS.map(({ ticker }) => ticker),
      VIDEOS.map(({ title }) => title),
      STOCK_PICKS.map(({ ticker }) => ticker),
    ]) {
      expect(repeated(titles)).toEqual([]);
    }
  });

  test("every brief has its own public text, without the numbers of its buy zone", () => {
    const publicTexts = DAILY_BRIEFS.flatMap(({ headline, teaser }) => [headline, teaser]);
    expect(repeated(publicTexts)).toEqual([]);
    for (const { headline, teaser, buyZone } of DAILY_BRIEFS)
      for (const edge of buyZone ?? []) expect(`${headline} ${teaser}`).not.toContain(String(Number(edge)));
  });

  test("links lead only to example domains, and some articles have one", () => {
    const links = NEWS.flatMap(({ content }) => content.match(/https?:\/\/\S+/g) ?? []);
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const link of links) expect(link).toMatch(/^https:\/\/example\.(com|org)\//);
  });
});

describe("counts", () => {
  test("news cover all categories, including drafts and missing pictures and authors", () => {
    expect(NEWS.length).toBe(40);
    expect([...sizes(NEWS.map(({ category }) => category)).keys()].sort()).toEqual(
      [...NEWS_CATEGORIES].sort(),
    );
    expect(Math.min(...sizes(NEWS.map(({ category }) => category)).values())).toBeGreaterThanOrEqual(6);
    expect(NEWS.filter(({ status }) => status === "draft").length).toBe(2);
    expect(NEWS.filter(({ picture }) => picture === null).length).toBe(1);
    expect(NEWS.filter(({ author }) => author === null).length).toBe(1);
  });

  test("briefs, alerts, videos, packages and banners have their expected numbers", () => {
    expect(sizes(DAILY_BRIEFS.map(({ status }) => status))).toEqual(
      new Map([
        ["published", 20],
        ["draft", 4],
      ]),
    );
    expect(DAILY_BRIEFS.filter(({ buyZone }) => buyZone).length).toBeGreaterThan(DAILY_BRIEFS.length / 2);
    expect(sizes(TRADE_ALERTS.map(({ tag }) => tag))).toEqual(
      new Map([
        ["buy", 16],
        ["sell", 14],
      ]),
    );
    expect(VIDEOS.length).toBe(20);
    expect(VIDEOS.filter(({ isFree }) => isFree).length).toBe(8);
    expect(VIDEOS.filter(({ status }) => status === "draft").length).toBe(2);
    expect(Object.values(PACKAGES).map(({ price, expiresIn }) => [price, expiresIn])).toEqual([
      ["0.00", null],
      ["29.00", 30],
      ["79.00", 30],
    ]);
    expect(BANNERS.length).toBe(2);
    expect(BANNERS.some(({ title }) => title.includes("figures are samples"))).toBe(true);
  });

  test("picks, quotes and movers are spread evenly over their categories", () => {
    const even = (names: readonly string[], each: number) => new Map(names.map((name) => [name, each]));
    expect(sizes(STOCK_PICKS.map(({ category }) => category))).toEqual(even(PICK_CATEGORIES, 10));
    expect(sizes(QUOTES.map(({ category }) => category))).toEqual(even(QUOTE_CATEGORIES, 15));
    expect(sizes(MOVERS.map(({ moverType }) => moverType))).toEqual(even(MOVER_TYPES, 6));
  });

  test("published ads fill every slot in both shapes", () => {
    const booked = ADS.filter(({ status }) => status === "published").map(
      (ad) => `${ad.category} ${ad.position}`,
    );
    const slots = AD_CATEGORIES.flatMap((shape) => Array.from({ length: 10 }, (_, i) => `${shape} ${i + 1}`));
    expect([...new Set(booked)].sort()).toEqual(slots.sort());
    expect(ADS.some(({ status }) => status === "draft")).toBe(true);
    // A page shows an advertiser twice only if no other ads are booked: see pickAds.
    const published = ADS.filter(({ status }) => status === "published");
    const advertiserName = (altText: string) => altText.split(": ")[0] ?? "";
    const links = sizes(published.map(({ name, altText }) => `${advertiserName(altText)} ${name}`));
    expect(links.size).toBe(sizes(published.map(({ altText }) => advertiserName(altText))).size);
    for (const { name } of ADS) expect(name).toMatch(/^https:\/\/example\.com\//);
    // The text alternative repeats the picture's lettering.
    for (const { altText } of ADS) expect(altText).toMatch(/^[A-Z][\w& ]+: [A-Z].*\.$/);
    expect(ADS.map(({ altText }) => altText)).toContain(
      "Harrow & Pike: Share dealing, one flat fee. Capital at risk.",
    );
  });

  test("video links have an id of eleven characters", () => {
    for (const { youtubeLink } of VIDEOS)
      expect(new URL(youtubeLink).searchParams.get("v")).toMatch(/^[\w-]{11}$/);
  });
});

describe("figures", () => {
  test.each(STOCK_PICKS)("pick $ticker: low < price < high, and the margins match", (pick) => {
    const [price, low, high] = [pick.currentPrice, pick.week52Low, pick.week52High].map(Number) as [
      number,
      number,
      number,
    ];
    expect(low).toBeLessThan(price);
    expect(price).toBeLessThan(high);
    expect(Number(pick.margin52WeekHigh)).toBeCloseTo(((price - high) / high) * 100, 1);
    expect(Number(pick.changeMargin52WeekLow)).toBeCloseTo(((price - low) / low) * 100, 1);
    expect(Number(pick.target2028)).toBeGreaterThan(Number(pick.currentYearTarget));
  });

  test.each(PICK_CATEGORIES)("the portfolio of %s adds up to at most 100", (category) => {
    const shares = STOCK_PICKS.filter((pick) => pick.category === category).map(({ sharePortfolio }) =>
      Number(sharePortfolio),
    );
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(100);
  });

  test.each(TRADE_ALERTS)("alert $ticker: target and stop are on the right sides", (alert) => {
    const [price, target, stop] = [alert.currentPrice, alert.targetPrice, alert.stopLoss].map(Number) as [
      number,
      number,
      number,
    ];
    const direction = alert.tag === "buy" ? 1 : -1;
    expect((target - price) * direction).toBeGreaterThan(0);
    expect((price - stop) * direction).toBeGreaterThan(0);
  });

  test.each(
    DAILY_BRIEFS.filter(({ buyZone }) => buyZone),
  )("brief $ticker: the buy zone begins below its end", ({ buyZone }) => {
    expect(Number(buyZone?.[0])).toBeLessThan(Number(buyZone?.[1]));
  });

  test.each(QUOTES)("quote $name: low <= last <= high, change and percentage agree", (quote) => {
    const [last, low, high, change] = [quote.last, quote.low, quote.high, quote.change].map(Number) as [
      number,
      number,
      number,
      number,
    ];
    expect(low).toBeLessThanOrEqual(last);
    expect(last).toBeLessThanOrEqual(high);
    expect(Math.abs((change / (last - change)) * 100 - Number(quote.changePercent))).toBeLessThan(0.006);
    for (const figure of [quote.low, quote.high, quote.change])
      expect(decimals(figure)).toBe(decimals(quote.last));
  });

  test("the indices that the site names are quoted, and coins of very small value", () => {
    const named = QUOTES.map(({ name }) => name);
    for (const name of ["Dow Jones", "S&P 500", "Nasdaq", "FTSE 100", "Bitcoin"])
      expect(sizes(named).get(name)).toBe(1);
    for (const category of ["Currencies", "Cryptocurrencies"]) {
      expect(QUOTES.some((quote) => quote.category === category && Number(quote.last) < 0.001)).toBe(true);
    }
  });

  test("an instrument has the same figures everywhere", () => {
    type Figures = { last: string; changePercent?: string; volume?: string };
    const quoted = new Map<string, Figures>();
    for (const { name, last, changePercent, volume } of [...QUOTES, ...MOVERS]) {
      const known = quoted.get(name);
      if (known) expect([name, { last, changePercent, volume }]).toEqual([name, known]);
      quoted.set(name, { last, changePercent, volume });
    }
    let compared = 0;
    for (const { name, currentPrice, dailyChange } of TRADE_ALERTS) {
      const known = quoted.get(name);
      if (!known) continue;
      expect([name, currentPrice, dailyChange]).toEqual([name, known.last, known.changePercent]);
      compared += 1;
    }
    for (const { name, currentPrice } of STOCK_PICKS) {
      const known = quoted.get(name);
      if (!known) continue;
      expect([name, currentPrice]).toEqual([name, known.last]);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });

  test("the newest buy alert and the corrections of common typos are quoted", () => {
    const named = QUOTES.map(({ name }) => name);
    const slips = ["Bitcoin", "Tesla", "Apple", "Intel", "Brent crude", "Carnival", "Uranium", "Caterpillar"];
    expect(named).toEqual(expect.arrayContaining(["Broadcom", "Nvidia", ...slips]));
  });

  test("gainers gain, losers lose, and both are in order", () => {
    const of = (type: string) =>
      MOVERS.filter(({ moverType }) => moverType === type).map(({ changePercent }) => Number(changePercent));
    expect(Math.min(...of("gainers"))).toBeGreaterThan(0);
    expect(Math.max(...of("losers"))).toBeLessThan(0);
    expect(of("gainers")).toEqual(of("gainers").sort((a, b) => b - a));
    expect(of("losers")).toEqual(of("losers").sort((a, b) => a - b));
  });
});
