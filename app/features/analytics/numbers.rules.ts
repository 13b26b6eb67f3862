import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { addRevenue, NO_PAYERS, type PayerFigures, type RevenueFigures } from "./day-figures.rules";
import { type KnownLocks, type LocksView, locksView } from "./locks.rules";
import { type MoneySums, moneySums, total } from "./money-sums.rules";
import { type BinKind, binKindOf, binLabel, binsOf, type Days, type NumbersRange } from "./ranges.rules";

/** What is known of one day of UTC. */
export type KnownDay = { day: string; freeReaders: number | null } & PayerFigures;
export type RevenueOfDay = { day: string } & RevenueFigures;

export type KnownNumbers = {
  range: NumbersRange;
  /** Until then days are added up; null before anything is. */
  countedUntil: Date | null;
  /** Days are missing that are to be added up first. */
  isBehind: boolean;
  anyPayment: boolean;
  days: Days;
  before?: Days;
  /** The last of the days of which figures are known. */
  lastDay: string;
  /** Who paid before the first of all days here. */
  payersBefore: number;
  /** Those of the range and of the one before it on which something is known, oldest first. */
  byDay: readonly KnownDay[];
  revenue: readonly RevenueOfDay[];
  /** Undefined where they were not asked for, or could not be read. */
  locks?: KnownLocks;
};

/** One day of a range, none left out. */
export type NumbersDay = {
  day: string;
  /** Who had paid access on this day, and who still has at its end. */
  payers: number;
  payersAtEnd: number;
  firstPayments: number;
  returned: number;
  renewed: number;
  ended: number;
  freeReaders: number | null;
};

/** Every day of `days` that is known, oldest first. */
export function everyDay(known: KnownNumbers, { from, to }: Days): NumbersDay[] {
  const byDay = new Map(known.byDay.map((each) => [each.day, each]));
  let atEnd = known.byDay
    .filter(({ day }) => day < from)
    .reduce((payers, { began, ended }) => payers + began - ended, known.payersBefore);
  const days: NumbersDay[] = [];
  const last = Math.min(dayNumber(to), dayNumber(known.lastDay));
  for (let number = dayNumber(from); number <= last; number += 1) {
    const day = dayOf(number);
    const { began, entered, ...counts } = byDay.get(day) ?? { day, ...NO_PAYERS, freeReaders: null };
    const payers = atEnd + entered;
    atEnd += began - counts.ended;
    days.push({ ...counts, payers, payersAtEnd: atEnd });
  }
  return days;
}

export type PayerSums = { firstPayments: number; returned: number; renewed: number; ended: number };

const sumOf = (days: readonly NumbersDay[]): PayerSums => ({
  firstPayments: total(days, ({ firstPayments }) => firstPayments),
  returned: total(days, ({ returned }) => returned),
  renewed: total(days, ({ renewed }) => renewed),
  ended: total(days, ({ ended }) => ended),
});

export type CurrencyFigures = MoneySums & { currency: string; netBefore?: string; bins: BinMoney[] };
export type BinMoney = MoneySums & { day: string; length: number; label: string };
export type PlanFigures = MoneySums & {
  packageName: string;
  tier: string;
  currency: string;
  netBefore?: string;
};
export type BinPayers = PayerSums & { day: string; length: number; label: string; payers: number };

/** What the screen shows: plain figures. */
export type NumbersView = {
  range: NumbersRange;
  countedUntil: Date | null;
  isBehind: boolean;
  /** The last of the days of which figures are known. */
  lastDay: string;
  anyPayment: boolean;
  binKind: BinKind;
  /** Who has paid access now, or when the last day was added up; and who had when the range began. */
  payersNow: number;
  payersAtBeginning: number;
  sums: PayerSums;
  sumsBefore?: PayerSums;
  payerBins: BinPayers[];
  currencies: CurrencyFigures[];
  plans: PlanFigures[];
  freeReaders: number | null;
  locks?: LocksView;
};

/** Adds a range up, and the one before it. */
export function numbersView(known: KnownNumbers): NumbersView {
  const { range, countedUntil, isBehind, lastDay, anyPayment, before } = known;
  const days = { from: known.days.from, to: lastDay };
  const each = everyDay(known, days);
  const earlier = before && everyDay(known, before);
  const within = linesOf(known.revenue, days);
  // Of a range whose last days are missing nobody learns by comparing.
  const compared = isBehind ? undefined : before;
  const withinBefore = compared && linesOf(known.revenue, compared);
  const payersAtBeginning = earlier?.at(-1)?.payersAtEnd ?? known.payersBefore;
  const binKind = binKindOf(known.days);
  return {
    ...{ range, countedUntil, isBehind, lastDay, anyPayment, binKind },
    payersNow: each.at(-1)?.payersAtEnd ?? payersAtBeginning,
    payersAtBeginning,
    sums: sumOf(each),
    sumsBefore: compared && earlier && sumOf(earlier),
    payerBins: binsOf(known.days).flatMap((bin) => payersOfBin(each, bin, binKind) ?? []),
    currencies: currenciesOf([...within, ...(withinBefore ?? [])]).map((currency) => ({
      ...currencyFigures(within, withinBefore, currency),
      bins: binsOf(known.days)
        .filter(({ from }) => from <= lastDay)
        .map((bin) => ({
          day: bin.from,
          length: bin.length,
          label: binLabel(binKind, bin),
          ...moneySums(linesOf(within, bin).filter((line) => line.currency === currency)),
        })),
    })),
    plans: plansOf(within, withinBefore),
    freeReaders: known.byDay.findLast(({ freeReaders }) => freeReaders !== null)?.freeReaders ?? null,
    locks: known.locks && locksView(known.locks, known.days, lastDay),
  };
}

const linesOf = (lines: readonly RevenueOfDay[], { from, to }: Days) =>
  lines.filter(({ day }) => day >= from && day <= to);

function payersOfBin(days: readonly NumbersDay[], bin: Days & { length: number }, kind: BinKind) {
  const own = days.filter(({ day }) => day >= bin.from && day <= bin.to);
  const last = own.at(-1);
  if (!last) return undefined;
  return {
    day: bin.from,
    length: bin.length,
    label: binLabel(kind, bin),
    payers: last.payers,
    ...sumOf(own),
  };
}

/** The one with the most payments first. */
function currenciesOf(lines: readonly RevenueFigures[]): string[] {
  const payments = new Map<string, number>();
  for (const line of lines)
    payments.set(line.currency, (payments.get(line.currency) ?? 0) + line.payments + line.refunds);
  return [...payments]
    .toSorted(([one, ones], [other, others]) => others - ones || one.localeCompare(other))
    .map(([currency]) => currency);
}

function currencyFigures(
  within: readonly RevenueOfDay[],
  before: readonly RevenueOfDay[] | undefined,
  currency: string,
) {
  const own = (lines: readonly RevenueOfDay[]) =>
    moneySums(lines.filter((line) => line.currency === currency));
  return { currency, ...own(within), netBefore: before && own(before).net };
}

/** Plans of which anything is known in either range; what brought most comes first. */
function plansOf(within: readonly RevenueOfDay[], before?: readonly RevenueOfDay[]): PlanFigures[] {
  const same = (one: RevenueFigures, other: RevenueFigures) =>
    one.packageName === other.packageName && one.tier === other.tier && one.currency === other.currency;
  const plans = addRevenue([...within, ...(before ?? [])]).map((plan) => {
    const own = (lines: readonly RevenueOfDay[]) => moneySums(lines.filter((line) => same(line, plan)));
    const { packageName, tier, currency } = plan;
    return { packageName, tier, currency, ...own(within), netBefore: before && own(before).net };
  });
  return plans.toSorted(
    (one, other) =>
      one.currency.localeCompare(other.currency) ||
      Number(other.net) - Number(one.net) ||
      one.packageName.localeCompare(other.packageName),
  );
}
