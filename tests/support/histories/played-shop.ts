import fc from "fast-check";
import {
  type AccessPeriod,
  addDays,
  afterPurchase,
  afterRefund,
  type Entitlement,
  heldPart,
  isActive,
  purchaseError,
  remainingMs,
} from "~/features/entitlements/entitlement.rules";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Where the histories begin: a midnight of UTC, so long ago that all that is bought in them is over. */
export const BEGINNING = (Math.floor(Date.now() / DAY_MS) - 130) * DAY_MS;
export const at = (hour: number) => BEGINNING + hour * HOUR_MS;

type Bought = {
  plan: "Premium" | "Private" | "Premium yearly";
  days: number;
  cents: number;
  currency: "USD" | "EUR";
  /** The page whose lock led to it. */
  lockedPage: string | null;
};

/**
 * What happens in a shop, at an hour: somebody buys, for themselves or for somebody who is none of them, or is given back the money
 * of one of their payments.
 */
export type ShopEvent = {
  member: number;
  hour: number;
  buys?: Bought;
  forOthers?: boolean;
  /** Which of those that can be given back, counted around. */
  givesBack?: number;
};

/** A payment as the shop writes it; moments in milliseconds. */
export type ShopPayment = {
  id: string;
  member: number;
  plan: string;
  tier: "Premium" | "Private";
  cents: number;
  currency: string;
  paidAt: number;
  /** Null where it bought a gift. */
  accessFrom: number | null;
  accessUntil: number | null;
  refundedAt: number | null;
  isGift: boolean;
  lockedPage: string | null;
};

export type PlayedShop = {
  payments: ShopPayment[];
  /** Whether a member read as one who pays within the hour that begins then. */
  reads: (member: number, hour: number) => boolean;
  /** Each purchase as it was when it was made. */
  purchases: { payment: ShopPayment; first: boolean; readsAlready: boolean }[];
  hours: number;
};

const MEMBERS = 3;
const LAST_HOUR = 24 * 14;

const buys = fc.record({
  plan: fc.constantFrom<Bought["plan"]>("Premium", "Private", "Premium yearly"),
  days: fc.integer({ min: 1, max: 7 }),
  cents: fc.integer({ min: 1, max: 99_999 }),
  currency: fc.constantFrom<Bought["currency"]>("USD", "USD", "EUR"),
  lockedPage: fc.constantFrom(
    null,
    null,
    "/stock-picks",
    "/daily-brief/00000000-0000-4000-8000-00000000000b",
  ),
});

/** In the order in which they happen; midnights are as likely as they are rare in life. Nobody does two things in one moment. */
export const SHOP_EVENTS: fc.Arbitrary<ShopEvent[]> = fc
  .uniqueArray(
    fc.record({
      member: fc.integer({ min: 0, max: MEMBERS - 1 }),
      hour: fc.oneof(
        fc.integer({ min: 0, max: LAST_HOUR }),
        fc.integer({ min: 0, max: LAST_HOUR / 24 }).map((day) => day * 24),
      ),
      what: fc.oneof(
        { weight: 3, arbitrary: fc.record({ buys }) },
        fc.record({ buys, forOthers: fc.constant(true) }),
        fc.record({ givesBack: fc.nat(20) }),
      ),
    }),
    { maxLength: 14, selector: ({ member, hour }) => `${member} ${hour}` },
  )
  .map((events) =>
    events
      .map(({ member, hour, what }): ShopEvent => ({ member, hour, ...what }))
      .sort((one, other) => one.hour - other.hour),
  );

type Account = { held: Entitlement; since: number; spans: { from: number; until: number }[] };

/** Plays what happens by the rules of the shop, and notes hour by hour who reads. */
export function playShop(events: readonly ShopEvent[]): PlayedShop {
  const payments: ShopPayment[] = [];
  const purchases: PlayedShop["purchases"] = [];
  const accounts = Array.from(
    { length: MEMBERS },
    (): Account => ({ held: { tier: "Basic", until: null }, since: BEGINNING, spans: [] }),
  );
  for (const { member, hour, buys: bought, forOthers = false, givesBack = 0 } of events) {
    const account = accounts[member];
    if (!account) continue;
    const now = new Date(at(hour));
    const own = payments.filter((payment) => payment.member === member);
    if (bought) {
      const tier = bought.plan === "Private" ? "Private" : "Premium";
      const sold: Omit<ShopPayment, "accessFrom" | "accessUntil" | "isGift"> = {
        id: `payment ${String(payments.length).padStart(3, "0")}`,
        ...{ member, tier, plan: bought.plan, cents: bought.cents, currency: bought.currency },
        ...{ paidAt: Number(now), refundedAt: null, lockedPage: forOthers ? null : bought.lockedPage },
      };
      if (forOthers) {
        payments.push({ ...sold, accessFrom: null, accessUntil: null, isGift: true });
        continue;
      }
      if (purchaseError(account.held, tier, now)) continue;
      const { period, entitlement } = afterPurchase(account.held, { tier, days: bought.days }, now);
      const access = { accessFrom: Number(period.from), accessUntil: Number(period.until) };
      const payment: ShopPayment = { ...sold, ...access, isGift: false };
      const first = own.every(({ isGift }) => isGift);
      purchases.push({ payment, first, readsAlready: isActive(account.held, now) });
      payments.push(payment);
      hold(account, entitlement, now);
    } else {
      const open = own.filter(({ refundedAt }) => refundedAt === null);
      const payment = open[givesBack % Math.max(1, open.length)];
      if (!payment) continue;
      hold(account, giveBack(account.held, payment, open, now), now);
    }
  }
  for (const account of accounts) hold(account, account.held, addDays(new Date(at(LAST_HOUR)), 200));
  const reads = (member: number, hour: number) =>
    accounts[member]?.spans.some(({ from, until }) => from <= at(hour) && at(hour) < until) === true;
  const ends = payments.map(({ accessUntil }) => ((accessUntil ?? BEGINNING) - BEGINNING) / HOUR_MS);
  const last = Math.max(LAST_HOUR, ...ends);
  return { payments, purchases, reads, hours: (Math.ceil(last / 24) + 1) * 24 };
}

/** What was held until now is noted, then it is something else. */
function hold(account: Account, next: Entitlement, now: Date): void {
  const { tier, until } = account.held;
  const end = Math.min(Number(now), until ? Number(until) : Infinity);
  if (tier !== "Basic" && account.since < end) account.spans.push({ from: account.since, until: end });
  account.held = next;
  account.since = Number(now);
}

/** As a refund writes it: the days that were put behind the refunded ones begin earlier. Of a gift nothing was the buyer's. */
function giveBack(held: Entitlement, payment: ShopPayment, open: readonly ShopPayment[], now: Date) {
  payment.refundedAt = Number(now);
  if (!isOwn(payment)) return held;
  const own = open.filter(isOwn);
  const others = own.filter((other) => other !== payment && other.accessUntil > Number(now)).map(periodOf);
  const refunded = heldPart(periodOf(payment), others);
  const left = remainingMs(refunded, now);
  const behind = own.filter(
    ({ tier, accessFrom, refundedAt }) =>
      tier === payment.tier && accessFrom >= Number(refunded.until) && refundedAt === null,
  );
  for (const other of behind) {
    other.accessFrom -= left;
    other.accessUntil -= left;
  }
  return afterRefund(held, refunded, others, now);
}

type OwnPayment = ShopPayment & { accessFrom: number; accessUntil: number };

const isOwn = (payment: ShopPayment): payment is OwnPayment => !payment.isGift;

const periodOf = ({ tier, accessFrom, accessUntil }: OwnPayment): AccessPeriod => ({
  tier,
  from: new Date(accessFrom),
  until: new Date(accessUntil),
});

const members = Array.from({ length: MEMBERS }, (_, member) => member);

/** What a day must say, counted hour by hour. */
export function expectedDay({ payments, purchases, reads }: PlayedShop, day: number) {
  const hours = Array.from({ length: 24 }, (_, hour) => day * 24 + hour);
  const count = (counts: (member: number, hour: number) => boolean) =>
    members.reduce((sum, member) => sum + hours.filter((hour) => counts(member, hour)).length, 0);
  const isOn = (moment: number | null) =>
    moment !== null && moment >= at(day * 24) && moment < at(day * 24 + 24);
  const made = purchases
    .filter(({ payment }) => isOn(payment.paidAt))
    .map(({ payment, first, readsAlready }) => ({
      first,
      // Access that ended in this very moment is without a gap.
      goesOn: readsAlready || reads(payment.member, (payment.paidAt - BEGINNING) / HOUR_MS - 1),
    }));
  const money: Record<string, { payments: number; cents: number; refunds: number; refundedCents: number }> =
    {};
  const lineOf = (key: string) => {
    money[key] ??= { payments: 0, cents: 0, refunds: 0, refundedCents: 0 };
    return money[key];
  };
  // Of a plan, and where a lock led to it of that one's page as well.
  const linesOf = ({ plan, tier, currency, lockedPage }: ShopPayment) => [
    lineOf(`${plan} ${tier} ${currency}`),
    ...(lockedPage === null ? [] : [lineOf(`at ${lockedPage} ${currency}`)]),
  ];
  for (const payment of payments.filter(({ paidAt, refundedAt }) => isOn(paidAt) || isOn(refundedAt)))
    for (const line of linesOf(payment)) {
      if (isOn(payment.paidAt)) {
        line.payments += 1;
        line.cents += payment.cents;
      }
      if (isOn(payment.refundedAt)) {
        line.refunds += 1;
        line.refundedCents += payment.cents;
      }
    }
  return {
    payers: members.filter((member) => hours.some((hour) => reads(member, hour))).length,
    began: count((member, hour) => reads(member, hour) && !reads(member, hour - 1)),
    ended: count((member, hour) => reads(member, hour) && !reads(member, hour + 1)),
    firstPayments: made.filter(({ first }) => first).length,
    returned: made.filter(({ first, goesOn }) => !first && !goesOn).length,
    renewed: made.filter(({ first, goesOn }) => !first && goesOn).length,
    money,
  };
}
