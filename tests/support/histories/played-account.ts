import { afterPurchase, type Entitlement, isActive, purchaseError } from "~/access/entitlement.rules";

const HOUR_MS = 3_600_000;

type PaidTier = "Premium" | "Private";

/** Days that were bought, or claimed as a gift; moments in milliseconds. */
export type Access = {
  tier: PaidTier;
  days: number;
  /** The tier that it came to be: Premium that came while Private ran is Private. */
  opens?: PaidTier;
  from: number;
  until: number;
  /** When they were got. */
  since: number;
  /** Whether their holder paid for them. */
  isPaid: boolean;
  takenBackAt: number | null;
  /** The stretch of Private that took their place, which gives them back only if it ends by a refund. */
  lostTo?: object;
};

/**
 * What a member holds, by the rules of the shop, and beside it, hour by hour, what all they got accounts for: whether they pay, and
 * whether they may read exactly as much as was bought or given.
 */
export class PlayedAccount {
  private held: Entitlement = { tier: "Basic", until: null };
  private accesses: Access[] = [];
  private readonly paying = new Set<number>();
  /** Hours at which they held something else than what they had got. */
  readonly troubles: string[] = [];

  constructor(private now: number) {}

  get lastEnd(): number {
    return Math.max(this.now, ...this.accesses.map(({ until }) => until));
  }

  pays(moment: number): boolean {
    return this.paying.has(moment);
  }

  /** Whether access that was paid for runs or is to come, or ended in this moment. */
  hasPaidFor(moment: number): boolean {
    return (
      this.pays(moment - HOUR_MS) ||
      this.accesses.some(
        (access) =>
          access.isPaid &&
          access.takenBackAt === null &&
          access.until >= moment &&
          moment < this.countsUntil(access),
      )
    );
  }

  /** Gets days of a tier, unless the shop refuses. */
  get(tier: PaidTier, days: number, now: number, isPaid: boolean): Access | undefined {
    this.goOnUntil(now);
    if (purchaseError(this.held, tier, new Date(now))) return undefined;
    const access: Access = {
      ...{ tier, days, from: now, until: now, since: now },
      ...{ isPaid, takenBackAt: null },
    };
    this.accesses.push(access);
    this.replayGrants(now);
    return access;
  }

  /** What is left is what they would have without it. */
  takeBack(access: Access, now: number): void {
    this.goOnUntil(now);
    access.takenBackAt = now;
    this.replayGrants(now);
  }

  /** One after the other, as they were got. What ran until now did so. */
  private replayGrants(now: number): void {
    this.held = { tier: "Basic", until: null };
    for (const access of this.accesses.filter(({ takenBackAt }) => takenBackAt === null)) {
      const since = new Date(access.since);
      const wasPrivate = this.held.tier === "Private" && isActive(this.held, since);
      const { period, entitlement } = afterPurchase(this.held, access, since);
      this.held = entitlement;
      const isNew = access.opens === undefined;
      const hasBegun = !isNew && access.from <= now;
      // One period has one end: what goes on after it was over is counted as if it had never been.
      if (!isNew && access.isPaid && access.until <= now && Number(period.until) > now)
        for (let hour = access.until; hour < now; hour += HOUR_MS) this.paying.add(hour);
      Object.assign(access, {
        opens: period.tier,
        from: hasBegun ? access.from : Math.max(Number(period.from), now),
        until: isNew || Number(period.until) > now ? Number(period.until) : Math.min(access.until, now),
      });
      delete access.lostTo;
      if (period.tier !== "Private" || wasPrivate) continue;
      for (const lost of this.accesses)
        if (lost.opens === "Premium" && lost.since < access.since && lost.until > access.since)
          lost.lostTo ??= access;
    }
  }

  /** Notes each hour until then as it was. */
  goOnUntil(now: number): void {
    for (; this.now < now; this.now += HOUR_MS) {
      const running = this.accesses.filter((access) => covers(access, this.now));
      if (running.some((access) => access.isPaid && this.now < this.countsUntil(access)))
        this.paying.add(this.now);
      const tiers = running.filter(({ lostTo }) => !lostTo).map(({ opens }) => opens);
      const due = tiers.includes("Private") ? "Private" : (tiers[0] ?? "Basic");
      const holds = isActive(this.held, new Date(this.now)) ? this.held.tier : "Basic";
      if (holds !== due)
        this.troubles.push(`${new Date(this.now).toISOString()}: holds ${holds}, got ${due}`);
    }
  }

  /**
   * Paid days count until a dearer plan that was paid for takes their place and is not given back, as far as it is known by now: what
   * a gift takes the place of goes on counting.
   */
  private countsUntil({ tier, since }: Access): number {
    if (tier === "Private") return Number.POSITIVE_INFINITY;
    const [first] = paidStretches(
      this.accesses.filter((access) => access.tier === "Private" && access.isPaid),
    ).filter(({ from, isTakenBack }) => from >= since && !isTakenBack);
    return first?.from ?? Number.POSITIVE_INFINITY;
  }
}

const endOf = ({ until, takenBackAt }: Access) => Math.min(until, takenBackAt ?? Number.POSITIVE_INFINITY);

const covers = (access: Access, moment: number) => access.from <= moment && moment < endOf(access);

/** Stretches without a gap, and whether the last days of each were given back. */
function paidStretches(accesses: readonly Access[]) {
  const stretches: { from: number; until: number; isTakenBack: boolean }[] = [];
  const inOrder = accesses
    .filter((access) => access.from < endOf(access))
    .sort((one, other) => one.from - other.from);
  for (const access of inOrder) {
    const isTakenBack = access.takenBackAt !== null && access.takenBackAt < access.until;
    const last = stretches.at(-1);
    if (!last || access.from > last.until)
      stretches.push({ from: access.from, until: endOf(access), isTakenBack });
    else Object.assign(last, { until: endOf(access), isTakenBack });
  }
  return stretches;
}
