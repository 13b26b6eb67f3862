import type { InstrumentKind } from "../entities/instrument";
import type { QuoteCategory } from "../entities/quote";
import { DAILY_BRIEFS } from "./content/daily-briefs";
import { MOVERS } from "./content/movers";
import { QUOTES, type QuoteContent } from "./content/quotes";
import { PICK_CLOSES, pickHoursAgo, STOCK_PICKS, type Pick as StockPick } from "./content/stock-picks";
import { TRADE_ALERTS } from "./content/trade-alerts";
import type { Alert } from "./content/trade-alerts/alert";

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

const ofQuote = ({ name, symbol, category, currency, last, change, low, high }: QuoteContent) => ({
  ...{ symbol, name, kind: KINDS[category], currency, last },
  before: Number(last) - Number(change),
  day: { low, high },
});

const ofPick = ({ ticker, name, category, currency, currentPrice }: StockPick) => ({
  ...{ symbol: ticker, name, currency, last: currentPrice, before: Number(currentPrice) },
  kind: category === "ETFs-Index Funds" ? ("etf" as const) : ("stock" as const),
});

const ofAlert = ({ ticker, name, currency, currentPrice, dailyChange }: Alert) => ({
  ...{ symbol: ticker, name, currency, last: currentPrice, kind: "stock" as const },
  before: Number(currentPrice) / (1 + Number(dailyChange) / 100),
});

/** A brief names no price: a mover of its name does, or it is a little above where we would buy. */
function ofBrief({ ticker, companyName, buyZone }: (typeof DAILY_BRIEFS)[number]) {
  const mover = MOVERS.find(({ name }) => name === companyName);
  const last = mover?.last ?? (Number(buyZone?.[1] ?? 100) * 1.03).toFixed(2);
  const before = Number(last) / (1 + Number(mover?.changePercent ?? 0) / 100);
  return { symbol: ticker, name: companyName, currency: null, kind: "stock" as const, last, before };
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
  for (const one of all) if (!found.has(one.symbol)) found.set(one.symbol, withRanges(one));
  return [...found.values()];
}

/** What its brief or its pick says that it cost. */
function saidOf(symbol: string): DemoInstrument["said"] {
  const brief = DAILY_BRIEFS.find(({ ticker }) => ticker === symbol);
  const pick = pickHoursAgo(STOCK_PICKS.findIndex(({ ticker }) => ticker === symbol));
  return [
    ...(brief?.closes ?? []).map(([days, price]) => ({
      hoursAgo: (brief?.hoursAgo ?? 0) + days * 24,
      price,
    })),
    ...(PICK_CLOSES[symbol] ?? []).map(([days, price]) => ({ hoursAgo: pick - days * 24, price })),
  ].map(({ hoursAgo, price }) => ({ hoursAgo, price: Number(price) }));
}

function withRanges(instrument: DemoInstrument): DemoInstrument {
  const { symbol } = instrument;
  const pick = STOCK_PICKS.find(({ ticker }) => ticker === symbol);
  const alert = TRADE_ALERTS.find(({ ticker }) => ticker === symbol);
  const [low, high] = [alert?.stopLoss, alert?.targetPrice].sort((one, other) => Number(one) - Number(other));
  return {
    ...instrument,
    year: pick && { low: pick.week52Low, high: pick.week52High },
    call: alert && low && high ? { ...alert, low, high } : undefined,
    said: saidOf(symbol),
  };
}
