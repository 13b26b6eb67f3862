import { adPicture, adsFor } from "~/features/ads/ads.queries.server";
import { viewerOf } from "~/features/auth/viewer.server";
import { stripQuotes, topMovers } from "~/features/markets/markets.queries.server";
import { rangeLabel, staleWords } from "~/features/markets/quotes.rules";
import { config } from "~/platform/config.server";
import { readOr } from "~/web/fallback.server";
import type { Asking } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";
import { notifications } from "./notifications.queries.server";

const SQUARES = [
  { category: "square", position: 1 },
  { category: "square", position: 2 },
] as const;

/** What the main layout shows around every page: who is asking, the market strip, the bell, the right column. */
export async function siteFrame(asking: Asking) {
  const [content, reader, bell] = await Promise.all([frameContent(asking), readerOf(asking), bellOf(asking)]);
  return { ...content, ...reader, notifications: bell };
}

/** The same without the markets and the right column, for a page that has its own navigation. */
export async function plainFrame(asking: Asking) {
  const [reader, bell] = await Promise.all([readerOf(asking), bellOf(asking)]);
  return { ...reader, notifications: bell };
}

const bellOf = (asking: Asking) => readOr(asking, "notifications not read", notifications(), []);

async function readerOf(asking: Asking) {
  const viewer = await viewerOf(asking);
  return {
    member: frameMember(viewer),
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}

async function frameContent(asking: Asking) {
  const [quotes, movers, squares] = await Promise.all([
    readOr(asking, "market strip not read", stripQuotes(), []),
    readOr(asking, "movers not read", topMovers(3), []),
    readOr(asking, "square ads not read", adsFor(asking, SQUARES), []),
  ]);
  const newest = quotes.map(({ asOf }) => new Date(asOf)).sort((a, b) => Number(b) - Number(a))[0];
  const now = new Date();
  const dated = quotes.map((quote) => ({
    ...quote,
    range: rangeLabel(quote.asOf, now, config().siteTz),
    stale: staleWords(quote.asOf, now),
  }));
  return {
    strip: newest && { quotes: dated, asOf: newest },
    movers,
    squares: squares.flatMap((ad) => (ad ? [adPicture(ad)] : [])),
  };
}
