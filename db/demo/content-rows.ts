import { ADS, BANNERS } from "./advertising";
import { AUTHORS, DAILY_BRIEFS, NEWS, NO_POSITION, TRADE_ALERTS, VIDEOS } from "./editorial";
import { fractionOf, idOf } from "./identity";
import { demoInstruments, pricedAt } from "./instruments";
import { LIBRARY } from "./library";
import { MOVERS, pickHoursAgo, QUOTES, STOCK_PICKS } from "./markets";
import { adKey, pictureKey } from "./pictures";
import { publishedAt, tradedAt } from "./workdays";

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

/** The author of a call and the author's position, the same in every demo. One in twelve gives none. */
function signed(kind: string, ticker: string): { author: string | undefined; disclosure: string | null } {
  const desk = Object.values(AUTHORS);
  const draw = fractionOf(`${kind} disclosure`, ticker) * 12;
  return {
    author: desk[Math.floor(fractionOf(`${kind} author`, ticker) * desk.length)]?.name,
    disclosure: draw < 1 ? null : draw < 3 ? "I hold a small position." : NO_POSITION,
  };
}

/**
 * The rows of everything that pages show, in the form of the entities.
 * @param imageOf the id of the stored picture for a key of pictures.ts
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
  /** The time of the last price in the instrument's history. */
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
      // In the order of the list: at the weekend coins are newer, and would come before everything else.
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
