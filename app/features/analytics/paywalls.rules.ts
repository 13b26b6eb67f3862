import type { PaywallRevenue } from "./day-figures.rules";
import { type Money, type MoneySums, moneySums, total } from "./money-sums.rules";
import { type BinKind, binKindOf, binLabel, binsOf, type Days } from "./ranges.rules";

/** Paywalls that were visible for a second, and clicks from them to the plans. */
export type PaywallSums = { shown: number; followed: number };
/** The counts of one page. @property title null if the page is gone @property lastTitle the title when staff changed it last */
export type PaywallCounts = PaywallSums & { page: string; title: string | null; lastTitle: string | null };
export type PaywallRevenueOfDay = { day: string } & PaywallRevenue;

/** Revenue and refunds in one currency. */
type OneCurrency = Money & { currency: string };

export type PaywallData = {
  days: readonly ({ day: string } & PaywallSums)[];
  revenue: readonly ({ day: string } & OneCurrency)[];
  /** The listed pages. */
  pages: readonly PaywallCounts[];
  /** The number of all pages with counts or payments. */
  pageCount: number;
  /** Revenue of the listed pages, and maybe of others. */
  pageRevenue: readonly PaywallRevenue[];
};

export type PaywallMoney = Omit<MoneySums, "refunds"> & { currency: string };
export type PaywallPageLine = PaywallSums & {
  page: string;
  title: string;
  /** Whether the page exists. */
  exists: boolean;
  payments: number;
  /** By currency; empty without payments and refunds. */
  money: PaywallMoney[];
};
export type PaywallBin = PaywallSums & {
  day: string;
  length: number;
  label: string;
  payments: number;
  money: PaywallMoney[];
};

/** The figures on the screen. */
export type PaywallsView = PaywallSums & {
  binKind: BinKind;
  payments: number;
  money: PaywallMoney[];
  bins: PaywallBin[];
  pages: PaywallPageLine[];
  /** The number of all pages with counts or payments. */
  pageCount: number;
};

/** Sums up a range. @param lastDay the last day with known payments */
export function paywallsView(known: PaywallData, range: Days, lastDay: string): PaywallsView {
  const { days, revenue, pages, pageCount, pageRevenue } = known;
  const binKind = binKindOf(range);
  return {
    ...paywallSums(days),
    binKind,
    payments: paymentsOf(revenue),
    money: moneyOf(revenue),
    bins: binsOf(range)
      .filter(({ from }) => from <= lastDay)
      .map((bin) => {
        const paidThen = revenue.filter(isWithin(bin));
        return {
          day: bin.from,
          length: bin.length,
          label: binLabel(binKind, bin),
          ...paywallSums(days.filter(isWithin(bin))),
          payments: paymentsOf(paidThen),
          money: moneyOf(paidThen),
        };
      }),
    pages: linesOf(pages, pageRevenue).toSorted(inOrder),
    pageCount,
  };
}

const isWithin =
  ({ from, to }: Days) =>
  ({ day }: { day: string }) =>
    day >= from && day <= to;

const paywallSums = (counts: readonly PaywallSums[]): PaywallSums => ({
  shown: total(counts, ({ shown }) => shown),
  followed: total(counts, ({ followed }) => followed),
});

const paymentsOf = (lines: readonly Money[]) => total(lines, ({ payments }) => payments);

/** One line per currency, the one with the most payments first. */
function moneyOf(lines: readonly OneCurrency[]): PaywallMoney[] {
  const byCurrency = [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const { refunds: _, ...sums } = moneySums(lines.filter((line) => line.currency === currency));
    return { currency, ...sums };
  });
  return byCurrency.toSorted(
    (one, other) => other.payments - one.payments || one.currency.localeCompare(other.currency),
  );
}

function linesOf(pages: readonly PaywallCounts[], revenue: readonly PaywallRevenue[]): PaywallPageLine[] {
  const byPage = new Map<string, PaywallRevenue[]>();
  for (const line of revenue) {
    const own = byPage.get(line.page);
    if (own) own.push(line);
    else byPage.set(line.page, [line]);
  }
  return pages.map((counts) => {
    const own = byPage.get(counts.page) ?? [];
    const { page, shown, followed } = counts;
    return { page, shown, followed, ...titleOf(counts), payments: paymentsOf(own), money: moneyOf(own) };
  });
}

const LISTS: Readonly<Record<string, string>> = {
  "/": "Front page",
  "/daily-brief": "Daily Brief list",
  "/trade-alert": "Trade Alert list",
  "/videos": "All Videos",
  "/stock-picks": "Stock Picks",
  "/search": "Search",
};

/** A deleted page keeps the title from its last change. */
function titleOf({ page, title, lastTitle }: PaywallCounts) {
  const name = LISTS[page] ?? title;
  return { title: name ?? (lastTitle || "Deleted page"), exists: name !== null };
}

/** Most payments first, then most clicks to the plans. */
const inOrder = (one: PaywallPageLine, other: PaywallPageLine) =>
  other.payments - one.payments ||
  other.followed - one.followed ||
  other.shown - one.shown ||
  one.page.localeCompare(other.page);

/** The rows of the CSV, money in cents. */
export function paywallCsvRows(pages: readonly PaywallPageLine[], currencies: readonly string[]): string[][] {
  return pages.map(({ page, title, shown, followed, payments, money }) => [
    ...[page, title, shown, followed, payments].map(String),
    ...currencies.flatMap((currency) => {
      const own = money.find((line) => line.currency === currency);
      return [own?.received, own?.refunded, own?.net].map(centsText);
    }),
  ]);
}

/** "29.00" → "2900" */
const centsText = (amount = "0.00") => String(BigInt(amount.replace(".", "")));
