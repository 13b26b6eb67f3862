import type { Tier } from "~/auth/viewer.server";

/** A payment that was completed. Moments are in milliseconds, money is in cents. */
export type CompletedPayment = {
  id: string;
  memberId: string;
  /** The name of the plan at the time. */
  packageName: string;
  tier: Tier;
  /** The tier that it opened: a higher one if that began while the money was on its way. */
  accessTier: Tier;
  currency: string;
  cents: bigint;
  paidAt: number;
  /** The access it bought; null if it bought none. */
  accessFrom: number | null;
  accessUntil: number | null;
  refundedAt: number | null;
  /** A gift is revenue, but its buyer is not a payer. */
  isGift: boolean;
  /** The path of the page whose paywall led to it. */
  lockedPage: string | null;
};

/** Paid access from a moment up to, but not including, another. */
export type Access = { from: number; until: number };

/** A member's first payment, one after a gap, or one that continues their access. */
export type PaymentKind = "first" | "returned" | "renewed";

/** Free plans and gifts do not make their buyer a payer. */
export const isPaid = ({ cents, isGift }: CompletedPayment): boolean => cents > 0n && !isGift;

const REACH: Record<Tier, number> = { Basic: 0, Premium: 1, Private: 2 };

/**
 * The periods of a member's paid access, oldest first. Adjoining and overlapping periods are merged.
 * @param payments all payments of one member
 */
export const paidRuns = (payments: readonly CompletedPayment[]): Access[] =>
  joined(payments.flatMap((payment) => accessOf(payment, payments) ?? []));

function joined(periods: readonly Access[]): Access[] {
  const runs: Access[] = [];
  for (const { from, until } of periods.toSorted((one, other) => one.from - other.from)) {
    const last = runs.at(-1);
    if (last && from <= last.until) last.until = Math.max(last.until, until);
    else runs.push({ from, until });
  }
  return runs;
}

/**
 * A payment's access. It ends at the purchased end, at a refund, or when a higher tier replaced it for good.
 * @param known the member's payments that count
 */
function accessOf(payment: CompletedPayment, known: readonly CompletedPayment[]): Access | undefined {
  const period = periodOf(payment);
  return period && upTo(period, replacedAt(payment, known));
}

/** The purchased period, up to a refund. */
function periodOf(payment: CompletedPayment): Access | undefined {
  const { accessFrom: from, accessUntil: until, refundedAt } = payment;
  if (!isPaid(payment) || from === null || until === null) return undefined;
  return upTo({ from, until }, refundedAt ?? Infinity);
}

const upTo = ({ from, until }: Access, end: number): Access | undefined =>
  from < Math.min(until, end) ? { from, until: Math.min(until, end) } : undefined;

/**
 * When a higher tier that was bought later replaced this payment's days. They stay lost when that tier expires, and come back when
 * it is refunded: see `replayGrants` in entitlement.rules.
 */
function replacedAt({ accessTier, paidAt }: CompletedPayment, known: readonly CompletedPayment[]): number {
  const dearer = known.filter((other) => REACH[other.accessTier] > REACH[accessTier]);
  const gaveBackAt = new Set(dearer.filter(endsByRefund).map(({ refundedAt }) => refundedAt));
  const ranOut = joined(dearer.flatMap((other) => periodOf(other) ?? [])).filter(
    ({ from, until }) => from >= paidAt && !gaveBackAt.has(until),
  );
  return ranOut[0]?.from ?? Infinity;
}

const endsByRefund = ({ accessUntil, refundedAt }: CompletedPayment) =>
  refundedAt !== null && accessUntil !== null && refundedAt < accessUntil;

const inOrder = (one: CompletedPayment, other: CompletedPayment) =>
  one.paidAt - other.paidAt || (one.id < other.id ? -1 : 1);

/**
 * The kind of each of a member's payments, as of when it was made.
 * @param payments all payments of one member; free ones are left out
 */
export function paymentKinds(
  payments: readonly CompletedPayment[],
): { payment: CompletedPayment; kind: PaymentKind }[] {
  const paid = payments.filter(isPaid).sort(inOrder);
  return paid.map((payment, index) => ({ payment, kind: kindOf(payment, paid.slice(0, index)) }));
}

function kindOf({ paidAt, accessFrom }: CompletedPayment, earlier: readonly CompletedPayment[]): PaymentKind {
  if (earlier.length === 0) return "first";
  // A later refund was not known then.
  const known = earlier.map((payment) =>
    (payment.refundedAt ?? 0) > paidAt ? { ...payment, refundedAt: null } : payment,
  );
  const lastEnd = Math.max(...known.map((payment) => accessOf(payment, known)?.until ?? -Infinity));
  const beginsLater = accessFrom !== null && accessFrom > paidAt;
  return beginsLater || lastEnd >= paidAt ? "renewed" : "returned";
}
