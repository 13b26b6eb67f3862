import { adsFor, toAdProps } from "~/features/ads/ads.queries.server";
import { viewerOf } from "~/features/auth/viewer.server";
import { leadingMovers, marketStrip } from "~/features/markets/markets.queries.server";
import { firstOfEach } from "~/features/markets/movers.rules";
import { rangeLabel, staleLabel } from "~/features/markets/quotes.rules";
import { config } from "~/platform/config.server";
import { sidePartOr } from "~/web/fallback.server";
import type { RequestArgs } from "~/web/request-args.server";
import { frameMember } from "./frame-member.server";
import { bellItems } from "./notifications.queries.server";

const SQUARE_SLOTS = [
  { category: "square", position: 1 },
  { category: "square", position: 2 },
] as const;

/** Movers of each kind in the right column. */
const MOVERS_EACH = 3;

/** What the main layout shows around every page: who is asking, the market strip, the bell, the right column. */
export async function siteFrame(args: RequestArgs) {
  const [content, reader, notifications] = await Promise.all([
    frameContent(args),
    frameReader(args),
    bellItems(args),
  ]);
  return { ...content, ...reader, notifications };
}

/** The same without the markets and the right column, for a page that has its own navigation. */
export async function frameWithoutMarkets(args: RequestArgs) {
  const [reader, notifications] = await Promise.all([frameReader(args), bellItems(args)]);
  return { ...reader, notifications };
}

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
    sidePartOr(args, "market strip not read", marketStrip, []),
    sidePartOr(args, "movers not read", leadingMovers, []),
    adsFor(args, SQUARE_SLOTS),
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
    movers: firstOfEach(movers, MOVERS_EACH),
    squares: squares.flatMap((ad) => (ad ? [toAdProps(ad)] : [])),
  };
}
