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

/** The demo's data of an instrument: exact decimals, in its currency. */
export type DemoInstrument = {
  symbol: string;
  name: string;
  kind: InstrumentKind;
  currency: string | null;
  /** The price at the end of its history. */
  last: string;
  /** The price a day before. */
  before: number;
  /** The age of its last price in hours. `tradedAt` converts it to a time. */
  hoursAgo: number;
  /** The range of the last day, and of the last 52 weeks, if known. */
  day?: { low: string; high: string };
  year?: { low: string; high: string };
  /** The range of prices when its call was made. The price has stayed in it while the call is open. */
  call?: { low: string; high: string } & Pick<Alert, "ticker" | "hoursAgo" | "holdingPeriod">;
  /** Prices that a brief or a pick mentions: the last closes before the given days. */
  quoted?: readonly { hoursAgo: number; price: number }[];
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

/** Quotes are minutes old, in the order of the list. Bonds and funds come from slower sources. */
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

/** The previous day's price of an instrument without a quote: from its alert, or from a mover of its name. */
function beforeOf({ symbol, name, last }: { symbol: string; name: string; last: string }): number {
  const quoted =
    TRADE_ALERTS.find(({ ticker }) => ticker === symbol)?.dailyChange ??
    MOVERS.find((mover) => mover.name === name)?.changePercent;
  return Number(last) / (1 + Number(quoted ?? 0) / 100);
}

/** The age of prices without a quote. */
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

/** A brief contains no price: use a mover of its name, or a price slightly above the buy zone. */
function ofBrief({ ticker, companyName, buyZone }: (typeof DAILY_BRIEFS)[number]) {
  const mover = MOVERS.find(({ name }) => name === companyName);
  const last = mover?.last ?? (Number(buyZone?.[1] ?? 100) * 1.03).toFixed(2);
  return {
    ...{ symbol: ticker, name: companyName, currency: null, kind: "stock" as const, last },
    hoursAgo: UNQUOTED_AGE,
  };
}

/**
 * Every instrument of the demo with a price. Name and price come from its quote, pick, alert or brief, in
 * this order.
 */
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

/** Instruments pegged to another value stay close to it the whole year. */
const PEGGED: Readonly<Record<string, { low: string; high: string }>> = {
  USDT: { low: "0.9991", high: "1.0012" },
};

/** The prices that its brief or its pick mentions. */
function quotedPrices(symbol: string): DemoInstrument["quoted"] {
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
    quoted: quotedPrices(symbol),
  };
}

/** The time of an instrument's last price. */
export const pricedAt = ({ kind, hoursAgo }: DemoInstrument, now: Date): Date =>
  tradedAt(now, { hoursAgo, isCoin: kind === "crypto" });
