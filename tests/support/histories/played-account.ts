import { afterPurchase, type Entitlement, isActive, purchaseError } from "~/access/entitlement.rules";

const HOUR_MS = 3_600_000;

type PaidTier = "Premium" | "Private";

/** Purchased days, or days from a claimed gift; moments in milliseconds. */
export type Access = {
  tier: PaidTier;
  days: number;
  /** The resulting tier: Premium bought during Private becomes Private. */
  opens?: PaidTier;
  from: number;
  until: number;
  /** When the days were acquired. */
  since: number;
  /** Whether the holder paid for them. */
  isPaid: boolean;
  refundedAt: number | null;
  /** The Private period that replaced these days. Its refund restores them. */
  replacedBy?: object;
};

/**
 * A member's access by the shop's rules, compared every hour with purchases and gifts: whether the member
 * pays, and whether the access is exactly what was bought or given.
 */
export class PlayedAccount {
  private current: Entitlement = { tier: "Basic", until: null };
  private accesses: Access[] = [];
  private readonly paying = new Set<number>();
  /** Hours in which the access differed from the purchases and gifts. */
  readonly mismatches: string[] = [];

  constructor(private now: number) {}

  get lastEnd(): number {
    return Math.max(this.now, ...this.accesses.map(({ until }) => until));
  }

  pays(moment: number): boolean {
    return this.paying.has(moment);
  }

  /** Whether paid access is active, in the future, or ends at this moment. */
  hasPaidFor(moment: number): boolean {
    return (
      this.pays(moment - HOUR_MS) ||
      this.accesses.some(
        (access) =>
          access.isPaid &&
          access.refundedAt === null &&
          access.until >= moment &&
          moment < this.countsUntil(access),
      )
    );
  }

  /** Adds days of a tier, unless the shop refuses them. */
  grant(tier: PaidTier, days: number, now: number, isPaid: boolean): Access | undefined {
    this.advanceTo(now);
    if (purchaseError(this.current, tier, new Date(now))) return undefined;
    const access: Access = {
      ...{ tier, days, from: now, until: now, since: now },
      ...{ isPaid, refundedAt: null },
    };
    this.accesses.push(access);
    this.replayGrants(now);
    return access;
  }

  /** Leaves the access that the member would have without the refunded days. */
  refund(access: Access, now: number): void {
    this.advanceTo(now);
    access.refundedAt = now;
    this.replayGrants(now);
  }

  /** Replays all grants in order. Past hours do not change. */
  private replayGrants(now: number): void {
    this.current = { tier: "Basic", until: null };
    for (const access of this.accesses.filter(({ refundedAt }) => refundedAt === null)) {
      const since = new Date(access.since);
      const wasPrivate = this.current.tier === "Private" && isActive(this.current, since);
      const { period, entitlement } = afterPurchase(this.current, access, since);
      this.current = entitlement;
      const isNew = access.opens === undefined;
      const hasBegun = !isNew && access.from <= now;
      // A period has one end: days continued after its end count as if there was no gap.
      if (!isNew && access.isPaid && access.until <= now && Number(period.until) > now)
        for (let hour = access.until; hour < now; hour += HOUR_MS) this.paying.add(hour);
      Object.assign(access, {
        opens: period.tier,
        from: hasBegun ? access.from : Math.max(Number(period.from), now),
        until: isNew || Number(period.until) > now ? Number(period.until) : Math.min(access.until, now),
      });
      delete access.replacedBy;
      if (period.tier !== "Private" || wasPrivate) continue;
      for (const lost of this.accesses)
        if (lost.opens === "Premium" && lost.since < access.since && lost.until > access.since)
          lost.replacedBy ??= access;
    }
  }

  /** Records the state of each hour until then. */
  advanceTo(now: number): void {
    for (; this.now < now; this.now += HOUR_MS) {
      const running = this.accesses.filter((access) => covers(access, this.now));
      if (running.some((access) => access.isPaid && this.now < this.countsUntil(access)))
        this.paying.add(this.now);
      const tiers = running.filter(({ replacedBy }) => !replacedBy).map(({ opens }) => opens);
      const due = tiers.includes("Private") ? "Private" : (tiers[0] ?? "Basic");
      const holds = isActive(this.current, new Date(this.now)) ? this.current.tier : "Basic";
      if (holds !== due)
        this.mismatches.push(`${new Date(this.now).toISOString()}: holds ${holds}, got ${due}`);
    }
  }

  /**
   * Paid days count until a higher paid plan replaces them and is not refunded. Days replaced by a gift
   * continue to count.
   */
  private countsUntil({ tier, since }: Access): number {
    if (tier === "Private") return Number.POSITIVE_INFINITY;
    const [first] = paidStretches(
      this.accesses.filter((access) => access.tier === "Private" && access.isPaid),
    ).filter(({ from, isRefunded }) => from >= since && !isRefunded);
    return first?.from ?? Number.POSITIVE_INFINITY;
  }
}

const endOf = ({ until, refundedAt }: Access) => Math.min(until, refundedAt ?? Number.POSITIVE_INFINITY);

const covers = (access: Access, moment: number) => access.from <= moment && moment < endOf(access);

/** Joins adjacent periods; `isRefunded` shows whether the last days were refunded. */
function paidStretches(accesses: readonly Access[]) {
  const stretches: { from: number; until: number; isRefunded: boolean }[] = [];
  const inOrder = accesses
    .filter((access) => access.from < endOf(access))
    .sort((one, other) => one.from - other.from);
  for (const access of inOrder) {
    const isRefunded = access.refundedAt !== null && access.refundedAt < access.until;
    const last = stretches.at(-1);
    if (!last || access.from > last.until)
      stretches.push({ from: access.from, until: endOf(access), isRefunded });
    else Object.assign(last, { until: endOf(access), isRefunded });
  }
  return stretches;
}
