import { type CompletedPayment, paidRuns, paymentKinds } from "./paid-access.rules";

/** A UTC day or the part of it that is not aggregated yet. Milliseconds. */
export type Slice = { dayStart: number; from: number; until: number };

/** Members who paid and members who stopped within a slice; see the entity `PayerDay`. */
export type PayerFigures = {
  began: number;
  ended: number;
  entered: number;
  firstPayments: number;
  returned: number;
  renewed: number;
};

/** Revenue and refunds of one plan, in cents. */
export type RevenueFigures = {
  packageName: string;
  tier: CompletedPayment["tier"];
  currency: string;
  payments: number;
  cents: bigint;
  refunds: number;
  refundedCents: bigint;
};

/** The same for the paywall of one page. */
export type PaywallRevenue = Omit<RevenueFigures, "packageName" | "tier"> & { page: string };

export type DayFigures = { payers: PayerFigures; revenue: RevenueFigures[]; locks: PaywallRevenue[] };

export const NO_PAYERS: PayerFigures = {
  began: 0,
  ended: 0,
  entered: 0,
  firstPayments: 0,
  returned: 0,
  renewed: 0,
};

/**
 * The figures of a slice. An end at midnight belongs to the day before: that was the last one with access.
 * @param payments all completed ones of each member who paid, was given money back, or whose access began or ended within it
 */
export function figuresOf(payments: readonly CompletedPayment[], slice: Slice): DayFigures {
  const payers = byMember(payments).map((own) => payersOf(own, slice));
  return {
    payers: payers.reduce(addPayers, NO_PAYERS),
    revenue: revenueOf(payments, slice),
    locks: paywallRevenue(payments, slice),
  };
}

function byMember(payments: readonly CompletedPayment[]): CompletedPayment[][] {
  const found = new Map<string, CompletedPayment[]>();
  for (const payment of payments) {
    const own = found.get(payment.memberId);
    if (own) own.push(payment);
    else found.set(payment.memberId, [payment]);
  }
  return [...found.values()];
}

export const addPayers = (one: PayerFigures, other: PayerFigures): PayerFigures => ({
  began: one.began + other.began,
  ended: one.ended + other.ended,
  entered: one.entered + other.entered,
  firstPayments: one.firstPayments + other.firstPayments,
  returned: one.returned + other.returned,
  renewed: one.renewed + other.renewed,
});

function payersOf(payments: readonly CompletedPayment[], { dayStart, from, until }: Slice): PayerFigures {
  const runs = paidRuns(payments);
  const kinds = paymentKinds(payments)
    .filter(({ payment }) => payment.paidAt >= from && payment.paidAt < until)
    .map(({ kind }) => kind);
  /** Whether they had access on this day, before a moment of it. */
  const countedBefore = (moment: number) => runs.some((run) => run.from < moment && run.until > dayStart);
  return {
    began: runs.filter((run) => run.from >= from && run.from < until).length,
    ended: runs.filter((run) => run.until > from && run.until <= until).length,
    entered: countedBefore(until) && !countedBefore(from) ? 1 : 0,
    firstPayments: kinds.filter((kind) => kind === "first").length,
    returned: kinds.filter((kind) => kind === "returned").length,
    renewed: kinds.filter((kind) => kind === "renewed").length,
  };
}

const NO_MONEY = { payments: 0, cents: 0n, refunds: 0, refundedCents: 0n };
type Money = typeof NO_MONEY;

const revenueOf = (payments: readonly CompletedPayment[], slice: Slice): RevenueFigures[] =>
  sumRevenueByPlan(
    payments.flatMap((payment) => {
      const { packageName, tier, currency } = payment;
      return moneyWithin(payment, slice).map((money) => ({ packageName, tier, currency, ...money }));
    }),
  );

const paywallRevenue = (payments: readonly CompletedPayment[], slice: Slice): PaywallRevenue[] =>
  addPaywallRevenue(
    payments.flatMap((payment) => {
      const { lockedPage: page, currency } = payment;
      return page === null ? [] : moneyWithin(payment, slice).map((money) => ({ page, currency, ...money }));
    }),
  );

/** A payment's revenue and refund, as far as they are within the slice. */
function moneyWithin({ cents, paidAt, refundedAt }: CompletedPayment, { from, until }: Slice): Money[] {
  const within = (moment: number | null) => moment !== null && moment >= from && moment < until;
  return [
    ...(within(paidAt) ? [{ ...NO_MONEY, payments: 1, cents }] : []),
    ...(within(refundedAt) ? [{ ...NO_MONEY, refunds: 1, refundedCents: cents }] : []),
  ];
}

/** One line for each plan. */
export const sumRevenueByPlan = (lines: readonly RevenueFigures[]): RevenueFigures[] =>
  addMoney(lines, ({ packageName, tier, currency }) => [packageName, tier, currency]);

/** One line for each page and currency. */
export const addPaywallRevenue = (lines: readonly PaywallRevenue[]): PaywallRevenue[] =>
  addMoney(lines, ({ page, currency }) => [page, currency]);

function addMoney<Line extends Money>(lines: readonly Line[], nameOf: (line: Line) => string[]): Line[] {
  const sums = new Map<string, Line>();
  for (const line of lines) {
    const key = JSON.stringify(nameOf(line));
    const sum = sums.get(key);
    sums.set(
      key,
      sum
        ? {
            ...sum,
            payments: sum.payments + line.payments,
            cents: sum.cents + line.cents,
            refunds: sum.refunds + line.refunds,
            refundedCents: sum.refundedCents + line.refundedCents,
          }
        : line,
    );
  }
  return [...sums.values()];
}

const DAY_MS = 86_400_000;

/** The slices of days between two moments. */
export function slicesBetween(from: number, until: number): Slice[] {
  const slices: Slice[] = [];
  for (let start = from; start < until; ) {
    const dayStart = Math.floor(start / DAY_MS) * DAY_MS;
    const end = Math.min(dayStart + DAY_MS, until);
    slices.push({ dayStart, from: start, until: end });
    start = end;
  }
  return slices;
}
