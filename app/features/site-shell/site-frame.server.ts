import { adsFor, toAdProps } from "~/features/ads/ads.queries.server";
import { viewerOf } from "~/features/auth/viewer.server";
import { stripQuotes, topMovers } from "~/features/markets/markets.queries.server";
import { rangeLabel, staleLabel } from "~/features/markets/quotes.rules";
import { config } from "~/platform/config.server";
import { loadOr } from "~/web/fallback.server";
import type { RequestArgs } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";
import { notifications } from "./notifications.queries.server";

const SQUARE_SLOTS = [
  { category: "square", position: 1 },
  { category: "square", position: 2 },
] as const;

/** What the main layout shows around every page: who is asking, the market strip, the bell, the right column. */
export async function siteFrame(args: RequestArgs) {
  const [content, reader, bell] = await Promise.all([
    frameContent(args),
    frameReader(args),
    loadNotifications(args),
  ]);
  return { ...content, ...reader, notifications: bell };
}

/** The same without the markets and the right column, for a page that has its own navigation. */
export async function frameWithoutMarkets(args: RequestArgs) {
  const [reader, bell] = await Promise.all([frameReader(args), loadNotifications(args)]);
  return { ...reader, notifications: bell };
}

const loadNotifications = (args: RequestArgs) => loadOr(args, "notifications not read", notifications(), []);

async function frameReader(args: RequestArgs) {
  const viewer = await viewerOf(args);
  return {
    member: frameMember(viewer),
    supportPhone: config().supportPhone,
    year: new Date().getUTCFullYear(),
  };
}

async function frameContent(args: RequestArgs) {
  const [quotes, movers, squares] = await Promise.all([
    loadOr(args, "market strip not read", stripQuotes(), []),
    loadOr(args, "movers not read", topMovers(3), []),
    loadOr(args, "square ads not read", adsFor(args, SQUARE_SLOTS), []),
  ]);
  const newest = quotes.map(({ asOf }) => new Date(asOf)).sort((a, b) => Number(b) - Number(a))[0];
  const now = new Date();
  const dated = quotes.map((quote) => ({
    ...quote,
    range: rangeLabel(quote.asOf, now, config().siteTz),
    stale: staleLabel(quote.asOf, now),
  }));
  return {
    strip: newest && { quotes: dated, asOf: newest },
    movers,
    squares: squares.flatMap((ad) => (ad ? [toAdProps(ad)] : [])),
  };
}
