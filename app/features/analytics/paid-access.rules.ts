import type { Tier } from "~/auth/viewer.server";

/** A payment that was completed. Moments are in milliseconds, money is in cents. */
export type CompletedPayment = {
  id: string;
  memberId: string;
  /** What was bought, as it was called then. */
  packageName: string;
  tier: Tier;
  /** What it opened: another where a dearer one had begun while the money was on its way. */
  accessTier: Tier;
  currency: string;
  cents: bigint;
  paidAt: number;
  /** The access that it bought; null where it bought none. */
  accessFrom: number | null;
  accessUntil: number | null;
  refundedAt: number | null;
  /** Bought for somebody else: it is revenue, and makes nobody a payer. */
  isGift: boolean;
  /** The page whose lock led to it, as its path. */
  lockedPage: string | null;
};

/** Paid access from a moment until another one, at which it has ended. */
export type Access = { from: number; until: number };

/** What a payment is to who pays: the first ever, one after a gap, or one that goes on. */
export type PaymentKind = "first" | "returned" | "renewed";

/** What costs nothing makes nobody a payer, and neither does what was bought for somebody else. */
export const isPaid = ({ cents, isGift }: CompletedPayment): boolean => cents > 0n && !isGift;

const REACH: Record<Tier, number> = { Basic: 0, Premium: 1, Private: 2 };

/**
 * The stretches of a member's paid access, oldest first: what touches is one, of however many payments.
 * @param payments all of one member's
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
 * When a payment's access began and ended: where it was bought to end, when the money went back, or when a dearer tier took its
 * place for good.
 * @param known the member's payments, as far as they count
 */
function accessOf(payment: CompletedPayment, known: readonly CompletedPayment[]): Access | undefined {
  const period = periodOf(payment);
  return period && upTo(period, lostAt(payment, known));
}

/** What it was bought to be, until the money went back. */
function periodOf(payment: CompletedPayment): Access | undefined {
  const { accessFrom: from, accessUntil: until, refundedAt } = payment;
  if (!isPaid(payment) || from === null || until === null) return undefined;
  return upTo({ from, until }, refundedAt ?? Infinity);
}

const upTo = ({ from, until }: Access, end: number): Access | undefined =>
  from < Math.min(until, end) ? { from, until: Math.min(until, end) } : undefined;

/**
 * When the days of a payment were lost to a dearer tier that was bought after it. When that one runs out, they do not come back;
 * when it ends by a refund, they do: `layOut` of entitlements.
 */
function lostAt({ accessTier, paidAt }: CompletedPayment, known: readonly CompletedPayment[]): number {
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
 * What each of a member's payments is to them, by what was known when it was made.
 * @param payments all of one member's; free ones are none
 */
export function paymentKinds(
  payments: readonly CompletedPayment[],
): { payment: CompletedPayment; kind: PaymentKind }[] {
  const paid = payments.filter(isPaid).sort(inOrder);
  return paid.map((payment, index) => ({ payment, kind: kindOf(payment, paid.slice(0, index)) }));
}

function kindOf({ paidAt, accessFrom }: CompletedPayment, earlier: readonly CompletedPayment[]): PaymentKind {
  if (earlier.length === 0) return "first";
  // What was given back later was still to come then.
  const known = earlier.map((payment) =>
    (payment.refundedAt ?? 0) > paidAt ? { ...payment, refundedAt: null } : payment,
  );
  const lastEnd = Math.max(...known.map((payment) => accessOf(payment, known)?.until ?? -Infinity));
  const beginsLater = accessFrom !== null && accessFrom > paidAt;
  return beginsLater || lastEnd >= paidAt ? "renewed" : "returned";
}
