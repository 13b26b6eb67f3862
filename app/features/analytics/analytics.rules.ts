import { dayNumber, dayOf } from "~/ui/charts/calendar";
import { NO_PAYERS, type PayerFigures, type RevenueFigures, sumRevenueByPlan } from "./day-figures.rules";
import { type MoneySums, moneySums, total } from "./money-sums.rules";
import { type PaywallData, type PaywallsView, paywallsView } from "./paywalls.rules";
import { type BinKind, binKindOf, binLabel, binsOf, type DateRange, type Days } from "./ranges.rules";

/** The figures of one UTC day. */
export type StoredDay = { day: string; freeReaders: number | null } & PayerFigures;
export type RevenueOfDay = { day: string } & RevenueFigures;

export type AnalyticsData = {
  range: DateRange;
  /** Days are aggregated up to this moment; null if none is. */
  countedUntil: Date | null;
  /** The hourly task is behind, so the last days are missing. */
  isBehind: boolean;
  anyPayment: boolean;
  days: Days;
  before?: Days;
  /** The last day with figures. */
  lastDay: string;
  /** The number of payers before the first day. */
  payersBefore: number;
  /** Days with figures, of the range and the one before it, oldest first. */
  byDay: readonly StoredDay[];
  revenue: readonly RevenueOfDay[];
  /** Undefined if they were not requested or could not be loaded. */
  locks?: PaywallData;
};

/** The figures of one day; every day of a range has them. */
export type AnalyticsDay = {
  day: string;
  /** Members with paid access at some time of the day, and at its end. */
  payers: number;
  payersAtEnd: number;
  firstPayments: number;
  returned: number;
  renewed: number;
  ended: number;
  freeReaders: number | null;
};

/** Every day of `days` up to the last one with figures, oldest first. */
export function everyDay(known: AnalyticsData, { from, to }: Days): AnalyticsDay[] {
  const byDay = new Map(known.byDay.map((each) => [each.day, each]));
  let atEnd = known.byDay
    .filter(({ day }) => day < from)
    .reduce((payers, { began, ended }) => payers + began - ended, known.payersBefore);
  const days: AnalyticsDay[] = [];
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

const sumOf = (days: readonly AnalyticsDay[]): PayerSums => ({
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

/** The figures on the screen. */
export type AnalyticsView = {
  range: DateRange;
  countedUntil: Date | null;
  isBehind: boolean;
  /** The last day with figures. */
  lastDay: string;
  anyPayment: boolean;
  binKind: BinKind;
  /** Members with paid access now, or at the end of the last aggregated day; and at the start of the range. */
  payersNow: number;
  payersAtBeginning: number;
  sums: PayerSums;
  sumsBefore?: PayerSums;
  payerBins: BinPayers[];
  currencies: CurrencyFigures[];
  plans: PlanFigures[];
  freeReaders: number | null;
  locks?: PaywallsView;
};

/** Sums up a range and the range before it. */
export function analyticsView(known: AnalyticsData): AnalyticsView {
  const { range, countedUntil, isBehind, lastDay, anyPayment, before } = known;
  const days = { from: known.days.from, to: lastDay };
  const each = everyDay(known, days);
  const earlier = before && everyDay(known, before);
  const within = linesOf(known.revenue, days);
  // A range without its last days cannot be compared.
  const compared = isBehind ? undefined : before;
  const withinBefore = compared && linesOf(known.revenue, compared);
  const payersAtBeginning = earlier?.at(-1)?.payersAtEnd ?? known.payersBefore;
  const binKind = binKindOf(known.days);
  return {
    range,
    countedUntil,
    isBehind,
    lastDay,
    anyPayment,
    binKind,
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
    locks: known.locks && paywallsView(known.locks, known.days, lastDay),
  };
}

const linesOf = (lines: readonly RevenueOfDay[], { from, to }: Days) =>
  lines.filter(({ day }) => day >= from && day <= to);

function payersOfBin(days: readonly AnalyticsDay[], bin: Days & { length: number }, kind: BinKind) {
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

/** The currency with the most payments first. */
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

/** Plans with payments or refunds in either range, highest revenue first. */
function plansOf(within: readonly RevenueOfDay[], before?: readonly RevenueOfDay[]): PlanFigures[] {
  const same = (one: RevenueFigures, other: RevenueFigures) =>
    one.packageName === other.packageName && one.tier === other.tier && one.currency === other.currency;
  const plans = sumRevenueByPlan([...within, ...(before ?? [])]).map((plan) => {
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
