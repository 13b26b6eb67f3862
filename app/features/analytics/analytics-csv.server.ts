import { ROW_COUNT } from "~/admin-kit/data-csv.server";
import { type AnalyticsData, everyDay, type RevenueOfDay } from "./analytics.rules";
import { type PaywallsView, paywallCsvRows } from "./paywalls.rules";

const COUNTS = [
  ["payers", "payers"],
  ["payers_at_end", "payersAtEnd"],
  ["new", "firstPayments"],
  ["returned", "returned"],
  ["renewals", "renewed"],
  ["ended", "ended"],
  ["free_readers", "freeReaders"],
] as const;

const MONEY = [
  ["payments", ({ payments }: RevenueOfDay) => BigInt(payments)],
  ["received_cents", ({ cents }: RevenueOfDay) => cents],
  ["refunds", ({ refunds }: RevenueOfDay) => BigInt(refunds)],
  ["refunded_cents", ({ refundedCents }: RevenueOfDay) => refundedCents],
  ["net_cents", ({ cents, refundedCents }: RevenueOfDay) => cents - refundedCents],
] as const;

/** @property of the amount that a line of revenue adds to the column */
type MoneyColumn = { name: string; of: (line: RevenueOfDay) => bigint };

/**
 * One row per day of a range: ISO days, money in cents, with sums for each currency and each plan. The last row has the number
 * of days.
 */
export function analyticsCsv(known: AnalyticsData): string[][] {
  const days = everyDay(known, known.days);
  const columns = moneyColumns(known.revenue.filter(({ day }) => day >= known.days.from));
  const byDay = new Map<string, RevenueOfDay[]>();
  for (const line of known.revenue) byDay.set(line.day, [...(byDay.get(line.day) ?? []), line]);
  return [
    ["day", ...COUNTS.map(([name]) => name), ...columns.map(({ name }) => name)],
    ...days.map((day) => {
      const lines = byDay.get(day.day) ?? [];
      return [
        day.day,
        ...COUNTS.map(([, key]) => String(day[key] ?? "")),
        ...columns.map(({ of }) => String(lines.reduce((sum, line) => sum + of(line), 0n))),
      ];
    }),
    [ROW_COUNT, String(days.length)],
  ];
}

function moneyColumns(lines: readonly RevenueOfDay[]): MoneyColumn[] {
  const columns = new Map<string, MoneyColumn>();
  const add = (name: string, of: MoneyColumn["of"]) => columns.set(name, { name, of });
  for (const currency of sorted(lines.map((line) => line.currency)))
    for (const [name, of] of MONEY)
      add(`${name} ${currency}`, (line) => (line.currency === currency ? of(line) : 0n));
  for (const plan of sorted(lines.map(planName)))
    for (const [name, of] of MONEY)
      add(`${name} ${plan}`, (line) => (planName(line) === plan ? of(line) : 0n));
  return [...columns.values()];
}

const planName = ({ packageName, tier, currency }: RevenueOfDay) => `${currency} ${tier}: ${packageName}`;

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

/** One row per page with a paywall; money in cents, with columns for each currency. The last row has the number of pages. */
export function paywallCsv({ pages, money }: PaywallsView): string[][] {
  const currencies = sorted(money.map(({ currency }) => currency));
  const sums = ["received_cents", "refunded_cents", "net_cents"];
  return [
    [
      ...["page", "title", "locks_shown", "to_plans", "payments"],
      ...currencies.flatMap((currency) => sums.map((name) => `${name} ${currency}`)),
    ],
    ...paywallCsvRows(pages, currencies),
    [ROW_COUNT, String(pages.length)],
  ];
}
