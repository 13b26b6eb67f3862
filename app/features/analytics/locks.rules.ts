import type { LockRevenue } from "./day-figures.rules";
import { type Money, type MoneySums, moneySums, total } from "./money-sums.rules";
import { type BinKind, binKindOf, binLabel, binsOf, type Days } from "./ranges.rules";

/** What was counted of locks: seen for a second, and left for the plans. */
export type LockSums = { shown: number; followed: number };
/** Of one page, with what is known of its name; the path tells what it is. */
export type LockCounts = LockSums & { page: string; title: string | null; lastTitle: string | null };
export type LockRevenueOfDay = { day: string } & LockRevenue;

/** What came in by locks in one currency, and what of it went back. */
type OneCurrency = Money & { currency: string };

export type KnownLocks = {
  days: readonly ({ day: string } & LockSums)[];
  revenue: readonly ({ day: string } & OneCurrency)[];
  /** Those that are listed. */
  pages: readonly LockCounts[];
  /** Of how many. */
  pageCount: number;
  /** What came in by those that are listed, and maybe by others. */
  pageRevenue: readonly LockRevenue[];
};

export type LockMoney = Omit<MoneySums, "refunds"> & { currency: string };
export type LockedPageLine = LockSums & {
  page: string;
  title: string;
  /** Whether there is something to be opened. */
  isThere: boolean;
  payments: number;
  /** By currency; none where nothing came in or went back. */
  money: LockMoney[];
};
export type LockBin = LockSums & {
  day: string;
  length: number;
  label: string;
  payments: number;
  money: LockMoney[];
};

/** What the screen shows of locks: plain figures. */
export type LocksView = LockSums & {
  binKind: BinKind;
  payments: number;
  money: LockMoney[];
  bins: LockBin[];
  pages: LockedPageLine[];
  /** Of how many pages there is something to tell. */
  pageCount: number;
};

/** Adds up what is known of a range. @param lastDay the last of its days of which payments are known */
export function locksView(known: KnownLocks, range: Days, lastDay: string): LocksView {
  const { days, revenue, pages, pageCount, pageRevenue } = known;
  const binKind = binKindOf(range);
  return {
    ...lockSums(days),
    binKind,
    payments: paymentsOf(revenue),
    money: moneyOf(revenue),
    bins: binsOf(range)
      .filter(({ from }) => from <= lastDay)
      .map((bin) => {
        const paidThen = revenue.filter(isWithin(bin));
        return {
          ...{ day: bin.from, length: bin.length, label: binLabel(binKind, bin) },
          ...lockSums(days.filter(isWithin(bin))),
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

const lockSums = (counts: readonly LockSums[]): LockSums => ({
  shown: total(counts, ({ shown }) => shown),
  followed: total(counts, ({ followed }) => followed),
});

const paymentsOf = (lines: readonly Money[]) => total(lines, ({ payments }) => payments);

/** Each currency for itself, that of the most payments first. */
function moneyOf(lines: readonly OneCurrency[]): LockMoney[] {
  const byCurrency = [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const { refunds: _, ...sums } = moneySums(lines.filter((line) => line.currency === currency));
    return { currency, ...sums };
  });
  return byCurrency.toSorted(
    (one, other) => other.payments - one.payments || one.currency.localeCompare(other.currency),
  );
}

function linesOf(pages: readonly LockCounts[], revenue: readonly LockRevenue[]): LockedPageLine[] {
  const byPage = new Map<string, LockRevenue[]>();
  for (const line of revenue) {
    const own = byPage.get(line.page);
    if (own) own.push(line);
    else byPage.set(line.page, [line]);
  }
  return pages.map((counts) => {
    const own = byPage.get(counts.page) ?? [];
    const { page, shown, followed } = counts;
    return { page, shown, followed, ...nameOf(counts), payments: paymentsOf(own), money: moneyOf(own) };
  });
}

const LISTS: Readonly<Record<string, string>> = {
  "/": "Front page",
  "/daily-brief": "Daily Brief, the list",
  "/trade-alert": "Trade Alert, the list",
  "/videos": "All Videos",
  "/stock-picks": "Stock Picks",
  "/search": "Search",
};

/** A page that is gone keeps the name under which staff changed it last. */
function nameOf({ page, title, lastTitle }: LockCounts) {
  const name = LISTS[page] ?? title;
  return { title: name ?? (lastTitle || "Deleted page"), isThere: name !== null };
}

/** What brought most payments first, then what led most to the plans. */
const inOrder = (one: LockedPageLine, other: LockedPageLine) =>
  other.payments - one.payments ||
  other.followed - one.followed ||
  other.shown - one.shown ||
  one.page.localeCompare(other.page);

/** What the file of pages has of each, in cents. */
export function locksCsvRows(pages: readonly LockedPageLine[], currencies: readonly string[]): string[][] {
  return pages.map(({ page, title, shown, followed, payments, money }) => [
    ...[page, title, shown, followed, payments].map(String),
    ...currencies.flatMap((currency) => {
      const own = money.find((line) => line.currency === currency);
      return [own?.received, own?.refunded, own?.net].map(centsText);
    }),
  ]);
}

/** "2900" of "29.00". */
const centsText = (amount = "0.00") => String(BigInt(amount.replace(".", "")));
