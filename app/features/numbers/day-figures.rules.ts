import { type CompletedPayment, paidRuns, paymentKinds } from "./paid-access.rules";

/** A part of a day of UTC, from a moment until another: the whole of it, or what is not added up yet. Milliseconds. */
export type Slice = { dayStart: number; from: number; until: number };

/** Who paid and who stopped within a slice; see the entity `PayerDay`. */
export type PayerFigures = {
  began: number;
  ended: number;
  entered: number;
  firstPayments: number;
  returned: number;
  renewed: number;
};

/** What one plan brought and gave back, in cents. */
export type RevenueFigures = {
  packageName: string;
  tier: CompletedPayment["tier"];
  currency: string;
  payments: number;
  cents: bigint;
  refunds: number;
  refundedCents: bigint;
};

export type DayFigures = { payers: PayerFigures; revenue: RevenueFigures[] };

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
  return { payers: payers.reduce(addPayers, NO_PAYERS), revenue: revenueOf(payments, slice) };
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

function revenueOf(payments: readonly CompletedPayment[], { from, until }: Slice): RevenueFigures[] {
  const within = (moment: number | null) => moment !== null && moment >= from && moment < until;
  return addRevenue(
    payments.flatMap(({ packageName, tier, currency, cents, paidAt, refundedAt }) => {
      const none = { packageName, tier, currency, payments: 0, cents: 0n, refunds: 0, refundedCents: 0n };
      return [
        ...(within(paidAt) ? [{ ...none, payments: 1, cents }] : []),
        ...(within(refundedAt) ? [{ ...none, refunds: 1, refundedCents: cents }] : []),
      ];
    }),
  );
}

/** One line for each plan. */
export function addRevenue(lines: readonly RevenueFigures[]): RevenueFigures[] {
  const byPlan = new Map<string, RevenueFigures>();
  for (const line of lines) {
    const key = JSON.stringify([line.packageName, line.tier, line.currency]);
    const sum = byPlan.get(key);
    byPlan.set(
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
  return [...byPlan.values()];
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
