import type { InstrumentKind } from "../entities/instrument";
import type { QuoteCategory } from "../entities/quote";
import { type Alert, DAILY_BRIEFS, TRADE_ALERTS } from "./editorial";
import {
  MOVERS,
  PICK_CLOSES,
  pickHoursAgo,
  QUOTES,
  type QuoteContent,
  STOCK_PICKS,
  type StockPickContent,
} from "./markets";
import { tradedAt } from "./workdays";

/** What the demo says of an instrument: exact decimals, in its currency. */
export type DemoInstrument = {
  symbol: string;
  name: string;
  kind: InstrumentKind;
  currency: string | null;
  /** What it costs at the end of its history. */
  last: string;
  /** What it cost a day before. */
  before: number;
  /** How old its last price is, in hours, and of which moment that is: see `tradedAt`. */
  hoursAgo: number;
  /** The last day's range, and the last 52 weeks', where they are known. */
  day?: { low: string; high: string };
  year?: { low: string; high: string };
  /** Between which prices it stood when its call was made; while that is open, it has stayed there. */
  call?: { low: string; high: string } & Pick<Alert, "ticker" | "hoursAgo" | "holdingPeriod">;
  /** What a brief or a pick says that it cost: the last closes before such days. */
  said?: readonly { hoursAgo: number; price: number }[];
};

const KINDS: Record<QuoteCategory, InstrumentKind> = {
  Indices: "index",
  Stocks: "stock",
  Commodities: "commodity",
  Currencies: "currency",
  ETFs: "etf",
  Bonds: "bond",
  Funds: "fund",
  Cryptocurrencies: "crypto",
};

/** Quotes are minutes old, in the order of the list; bonds and funds come from slower sources. */
function quoteAge(category: QuoteCategory, index: number): number {
  const lag = category === "Bonds" ? 0.4 : category === "Funds" ? 1.1 : 0;
  return 0.02 + index * 0.005 + lag;
}

const ofQuote = (
  { name, symbol, category, currency, last, change, low, high }: QuoteContent,
  index: number,
) => ({
  hoursAgo: quoteAge(category, index),
  ...{ symbol, name, kind: KINDS[category], currency, last },
  before: Number(last) - Number(change),
  day: { low, high },
});

/** What something without a quote cost the day before: its alert says how it moved, or a mover of its name. */
function beforeOf({ symbol, name, last }: { symbol: string; name: string; last: string }): number {
  const said =
    TRADE_ALERTS.find(({ ticker }) => ticker === symbol)?.dailyChange ??
    MOVERS.find((mover) => mover.name === name)?.changePercent;
  return Number(last) / (1 + Number(said ?? 0) / 100);
}

/** The prices of what has no quote. */
const UNQUOTED_AGE = 0.05;

const ofPick = ({ ticker, name, category, currency, currentPrice }: StockPickContent) => ({
  hoursAgo: UNQUOTED_AGE,
  ...{ symbol: ticker, name, currency, last: currentPrice },
  kind: category === "ETFs-Index Funds" ? ("etf" as const) : ("stock" as const),
});

const ofAlert = ({ ticker, name, currency, currentPrice }: Alert) => ({
  hoursAgo: UNQUOTED_AGE,
  ...{ symbol: ticker, name, currency, last: currentPrice, kind: "stock" as const },
});

/** A brief names no price: a mover of its name does, or it is a little above where we would buy. */
function ofBrief({ ticker, companyName, buyZone }: (typeof DAILY_BRIEFS)[number]) {
  const mover = MOVERS.find(({ name }) => name === companyName);
  const last = mover?.last ?? (Number(buyZone?.[1] ?? 100) * 1.03).toFixed(2);
  return {
    ...{ symbol: ticker, name: companyName, currency: null, kind: "stock" as const, last },
    hoursAgo: UNQUOTED_AGE,
  };
}

/** Everything of the demo that has a price, called and priced as by its quote, else by its pick, its alert, its brief. */
export function demoInstruments(): DemoInstrument[] {
  const found = new Map<string, DemoInstrument>();
  const all = [
    ...QUOTES.map(ofQuote),
    ...STOCK_PICKS.map(ofPick),
    ...TRADE_ALERTS.map(ofAlert),
    ...DAILY_BRIEFS.map(ofBrief),
  ];
  for (const one of all)
    if (!found.has(one.symbol)) found.set(one.symbol, withRanges({ before: beforeOf(one), ...one }));
  return [...found.values()];
}

/** What is tied to another's value stays beside it, the whole year. */
const PEGGED: Readonly<Record<string, { low: string; high: string }>> = {
  USDT: { low: "0.9991", high: "1.0012" },
};

/** What its brief or its pick says that it cost. */
function saidOf(symbol: string): DemoInstrument["said"] {
  const brief = DAILY_BRIEFS.find(({ ticker }) => ticker === symbol);
  const pick = pickHoursAgo(STOCK_PICKS.findIndex(({ ticker }) => ticker === symbol));
  return [
    ...(brief?.closes ?? []).map(([days, price]) => ({
      hoursAgo: (brief?.hoursAgo ?? 0) + days * 24,
      price,
    })),
    ...(PICK_CLOSES.get(symbol) ?? []).map(([days, price]) => ({ hoursAgo: pick - days * 24, price })),
  ].map(({ hoursAgo, price }) => ({ hoursAgo, price: Number(price) }));
}

function withRanges(instrument: DemoInstrument): DemoInstrument {
  const { symbol } = instrument;
  const pick = STOCK_PICKS.find(({ ticker }) => ticker === symbol);
  const alert = TRADE_ALERTS.find(({ ticker }) => ticker === symbol);
  const [low, high] = [alert?.stopLoss, alert?.targetPrice].sort((one, other) => Number(one) - Number(other));
  return {
    ...instrument,
    year: pick ? { low: pick.week52Low, high: pick.week52High } : PEGGED[symbol],
    call: alert && low && high ? { ...alert, low, high } : undefined,
    said: saidOf(symbol),
  };
}

/** Of which moment the last price of an instrument is. */
export const pricedAt = ({ kind, hoursAgo }: DemoInstrument, now: Date): Date =>
  tradedAt(now, { hoursAgo, isCoin: kind === "crypto" });
