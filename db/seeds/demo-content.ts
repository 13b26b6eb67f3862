import { ADS } from "./content/ads";
import { AUTHORS, NO_POSITION } from "./content/authors";
import { BANNERS } from "./content/banners";
import { DAILY_BRIEFS } from "./content/daily-briefs";
import { IN_FIGURES } from "./content/daily-briefs/in-figures";
import { HOLDINGS, PUBLIC_WORDS } from "./content/daily-briefs/public-words";
import { LIBRARY } from "./content/library";
import { MOVERS } from "./content/movers";
import { NEWS } from "./content/news";
import { QUOTES } from "./content/quotes";
import { pickHoursAgo, STOCK_PICKS } from "./content/stock-picks";
import { TRADE_ALERTS } from "./content/trade-alerts";
import { VIDEOS } from "./content/videos";
import { demoInstruments, pricedAt } from "./demo-instruments";
import { adKey, pictureKey } from "./demo-pictures";
import { publishedAt, tradedAt } from "./demo-workdays";
import { fractionOf, idOf } from "./identity";

/** The brief of the demo that everybody may read, on the page of plans. */
const SAMPLE_TICKER = "DE";

const HOUR = 3_600_000;

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - Math.round(hours * HOUR));
}

export function daysBefore(now: Date, days: number): Date {
  return hoursBefore(now, days * 24);
}

function written(kind: string, key: string, at: Date) {
  return { id: idOf(kind, key), createdAt: at, updatedAt: at };
}

/** Whose a call is, and what the author holds of it: the same in every demo. One in twelve does not say. */
function signed(kind: string, ticker: string): { author: string | undefined; disclosure: string | null } {
  const desk = Object.values(AUTHORS);
  const said = fractionOf(`${kind} disclosure`, ticker) * 12;
  return {
    author: desk[Math.floor(fractionOf(`${kind} author`, ticker) * desk.length)],
    disclosure: said < 1 ? null : said < 3 ? "I hold a small position." : NO_POSITION,
  };
}

/**
 * The rows of everything that pages show, as the entities take them.
 * @param imageOf the id of the stored picture of a key of demo-pictures.ts
 */
export function contentRows(now: Date, imageOf: (key: string) => string) {
  const read = (hours: number) => hoursBefore(now, hours);
  return {
    ...marketRows(now, read),
    news: NEWS.map(({ hoursAgo, picture, ...article }) => ({
      ...written("news", article.title, read(hoursAgo)),
      ...article,
      image: picture ? imageOf(pictureKey.news(article.title)) : null,
    })),
    dailyBriefs: DAILY_BRIEFS.map(({ hoursAgo, buyZone, closes: _, ...brief }) => ({
      ...written("daily-brief", brief.companyName, read(hoursAgo)),
      ...brief,
      analysis: [brief.analysis, IN_FIGURES[brief.ticker]].filter(Boolean).join("\n\n"),
      headline: PUBLIC_WORDS[brief.ticker]?.[0] ?? null,
      teaser: PUBLIC_WORDS[brief.ticker]?.[1] ?? null,
      disclosure: HOLDINGS[brief.ticker] ?? NO_POSITION,
      isSample: brief.ticker === SAMPLE_TICKER,
      buyZoneMin: buyZone?.[0] ?? null,
      buyZoneMax: buyZone?.[1] ?? null,
    })),
    tradeAlerts: TRADE_ALERTS.map(({ hoursAgo, ...alert }) => ({
      ...written("trade-alert", alert.ticker, publishedAt(now, { ...alert, hoursAgo })),
      ...alert,
      ...signed("trade-alert", alert.ticker),
    })),
    videos: VIDEOS.map(({ hoursAgo, ...video }) => ({
      ...written("video", video.title, read(hoursAgo)),
      ...video,
    })),
    ads: ADS.map((ad) => ({
      ...written("ad", adKey(ad), daysBefore(now, ad.daysAgo)),
      name: ad.name,
      category: ad.category,
      status: ad.status,
      position: ad.position,
      altText: ad.altText,
      image: imageOf(pictureKey.ad(ad)),
    })),
    banners: BANNERS.map(({ title, url, daysAgo }) => ({
      ...written("banner", title, daysBefore(now, daysAgo)),
      title,
      url,
      image: imageOf(pictureKey.banner(title)),
    })),
    library: LIBRARY.map(({ title, alt, daysAgo }) => ({
      ...written("library", title, daysBefore(now, daysAgo)),
      title,
      alt,
      image: imageOf(pictureKey.library(title)),
    })),
  };
}

function marketRows(now: Date, read: (hours: number) => Date) {
  const instruments = new Map(demoInstruments().map((instrument) => [instrument.symbol, instrument]));
  /** What its instrument's history ends at, on the day it ends. */
  const priced = (symbol: string): Date => {
    const instrument = instruments.get(symbol);
    if (!instrument) throw new Error(`The demo has no prices of ${symbol}`);
    return pricedAt(instrument, now);
  };
  return {
    stockPicks: STOCK_PICKS.map((pick, i) => ({
      ...written("stock-pick", pick.ticker, read(pickHoursAgo(i))),
      ...pick,
      pricedAt: priced(pick.ticker),
      ...signed("stock-pick", pick.ticker),
    })),
    quotes: QUOTES.map((quote) => ({
      ...written("quote", `${quote.category} ${quote.name}`, priced(quote.symbol)),
      // In the order of the list: at the weekend coins are newer, and would stand before everything else.
      createdAt: tradedAt(now, { hoursAgo: instruments.get(quote.symbol)?.hoursAgo ?? 0, isCoin: false }),
      ...quote,
    })),
    movers: MOVERS.map((mover, i) => ({
      ...written(
        "mover",
        `${mover.moverType} ${mover.name}`,
        tradedAt(now, { hoursAgo: 0.03 + i * 0.003, isCoin: false }),
      ),
      ...mover,
    })),
  };
}
