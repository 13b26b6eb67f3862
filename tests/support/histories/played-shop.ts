import fc from "fast-check";
import { discountedPrice } from "~/features/billing/coupons/coupon.rules";
import { type Access, PlayedAccount } from "./played-account";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The start of the histories: a midnight in UTC, long enough ago that all purchases have expired. */
export const BEGINNING = (Math.floor(Date.now() / DAY_MS) - 130) * DAY_MS;
export const at = (hour: number) => BEGINNING + hour * HOUR_MS;

type Bought = {
  plan: "Premium" | "Private" | "Premium yearly";
  days: number;
  cents: number;
  currency: "USD" | "EUR";
  /** The page whose paywall led to the purchase. */
  lockedPage: string | null;
  coupon?: ShopCoupon;
};

/** A percentage off, or an amount in US cents. */
export type ShopCoupon = { percent: number } | { cents: number };

/**
 * An event in the shop, at an hour: a member buys, buys a gift, claims a gift, or gets a payment refunded.
 */
export type ShopEvent = {
  member: number;
  hour: number;
  buys?: Bought;
  asGift?: boolean;
  /** Index of the unclaimed gift of others to claim, modulo their number. */
  claims?: number;
  /** Index of the payment to refund, modulo their number. */
  refunds?: number;
};

/** A payment as the shop stores it; moments in milliseconds. */
export type ShopPayment = {
  id: string;
  member: number;
  plan: string;
  tier: "Premium" | "Private";
  cents: number;
  currency: string;
  paidAt: number;
  /** Null for a gift. */
  accessFrom: number | null;
  accessUntil: number | null;
  refundedAt: number | null;
  isGift: boolean;
  lockedPage: string | null;
  /** The agreed terms: list price, discount and days. */
  listCents: number;
  coupon?: ShopCoupon;
  days: number;
};

export type PlayedShop = {
  payments: ShopPayment[];
  /** Whether a member has paid access within the hour that starts then. */
  pays: (member: number, hour: number) => boolean;
  /** Each purchase, and whether it continues existing access. */
  purchases: { payment: ShopPayment; first: boolean; continues: boolean }[];
  hours: number;
  /** Hours in which a member's access was wrong; none if all is well. */
  mismatches: string[];
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
  coupon: fc.option(
    fc.oneof(
      fc.record({ percent: fc.integer({ min: 1, max: 99 }) }),
      fc.record({ cents: fc.integer({ min: 1, max: 5_000 }) }),
    ),
    { nil: undefined },
  ),
});

/** In order. Midnights occur often. No member has two events in the same hour. */
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
        fc.record({ buys, asGift: fc.constant(true) }),
        fc.record({ refunds: fc.nat(20) }),
        fc.record({ claims: fc.nat(20) }),
      ),
    }),
    { minLength: 6, maxLength: 18, selector: ({ member, hour }) => `${member} ${hour}` },
  )
  .map((events) =>
    events
      .map(({ member, hour, what }): ShopEvent => ({ member, hour, ...what }))
      .sort((one, other) => one.hour - other.hour),
  );

/**
 * A price in cents after a coupon; half a cent is deducted. Undefined if the coupon takes nothing or
 * everything.
 */
export function discountedCents(cents: number, coupon: ShopCoupon | undefined): number | undefined {
  if (!coupon) return cents;
  const off = "cents" in coupon ? coupon.cents : Math.floor((cents * coupon.percent + 50) / 100);
  return off > 0 && off < cents ? cents - off : undefined;
}

/** Plays the events by the shop's rules and records for each hour who pays. */
export function playShop(events: readonly ShopEvent[]): PlayedShop {
  const payments: ShopPayment[] = [];
  const purchases: PlayedShop["purchases"] = [];
  const got = new Map<ShopPayment, { access: Access; by: PlayedAccount }>();
  const accounts = Array.from({ length: MEMBERS }, () => new PlayedAccount(BEGINNING));
  for (const { member, hour, buys: bought, asGift = false, claims, refunds = 0 } of events) {
    const account = accounts[member];
    if (!account) continue;
    const now = at(hour);
    const own = payments.filter((payment) => payment.member === member);
    if (bought) {
      const sold = createPayment(now, member, bought, payments.length);
      if (!sold) continue;
      if (asGift) {
        payments.push({ ...sold, lockedPage: null, accessFrom: null, accessUntil: null, isGift: true });
        continue;
      }
      const continues = account.hasPaidFor(now);
      const access = account.grant(sold.tier, bought.days, now, true);
      if (!access) continue;
      const payment = { ...sold, accessFrom: access.from, accessUntil: access.until, isGift: false };
      const first = own.every(({ isGift }) => isGift);
      purchases.push({ payment, first, continues: continues || access.from > now });
      payments.push(payment);
      got.set(payment, { access, by: account });
    } else if (claims !== undefined) {
      const waiting = payments.filter(
        (payment) =>
          payment.isGift && payment.member !== member && payment.refundedAt === null && !got.has(payment),
      );
      const gift = waiting[claims % Math.max(1, waiting.length)];
      const access = gift && account.grant(gift.tier, gift.days, now, false);
      if (gift && access) got.set(gift, { access, by: account });
    } else {
      const open = own.filter(({ refundedAt }) => refundedAt === null);
      const payment = open[refunds % Math.max(1, open.length)];
      if (!payment) continue;
      payment.refundedAt = now;
      const given = got.get(payment);
      given?.by.refund(given.access, now);
    }
    // Payments also show the access that the event moved.
    for (const [payment, { access }] of got)
      if (!payment.isGift) Object.assign(payment, { accessFrom: access.from, accessUntil: access.until });
  }
  const last = Math.max(at(LAST_HOUR), ...accounts.map(({ lastEnd }) => lastEnd));
  for (const account of accounts) account.advanceTo(last + DAY_MS);
  return {
    payments,
    purchases,
    pays: (member, hour) => accounts[member]?.pays(at(hour)) === true,
    hours: (Math.ceil((last - BEGINNING) / DAY_MS) + 1) * 24,
    mismatches: accounts.flatMap(({ mismatches }) => mismatches),
  };
}

/** A payment without its access; undefined if the shop rejects the coupon. */
function createPayment(now: number, member: number, bought: Bought, count: number) {
  const { plan, cents, currency, coupon, lockedPage, days } = bought;
  const paid = coupon
    ? discountedPrice(asStored(coupon), { price: (cents / 100).toFixed(2), currency })
    : undefined;
  if (typeof paid === "string") return undefined;
  return {
    id: `payment ${String(count).padStart(3, "0")}`,
    ...{
      member,
      plan,
      tier: plan === "Private" ? ("Private" as const) : ("Premium" as const),
      currency,
      days,
    },
    cents: paid ? Math.round(Number(paid.amount) * 100) : cents,
    listCents: cents,
    ...{ coupon, lockedPage, paidAt: now, refundedAt: null as number | null },
  };
}

const asStored = (coupon: ShopCoupon) => ({
  percent: "percent" in coupon ? coupon.percent : null,
  amount: "cents" in coupon ? (coupon.cents / 100).toFixed(2) : null,
  currency: "USD",
});

const members = Array.from({ length: MEMBERS }, (_, member) => member);

/** The expected figures of a day, counted by hours. */
export function expectedDay({ payments, purchases, pays }: PlayedShop, day: number) {
  const hours = Array.from({ length: 24 }, (_, hour) => day * 24 + hour);
  const count = (counts: (member: number, hour: number) => boolean) =>
    members.reduce((sum, member) => sum + hours.filter((hour) => counts(member, hour)).length, 0);
  const isOn = (moment: number | null) =>
    moment !== null && moment >= at(day * 24) && moment < at(day * 24 + 24);
  const made = purchases.filter(({ payment }) => isOn(payment.paidAt));
  const money: Record<string, { payments: number; cents: number; refunds: number; refundedCents: number }> =
    {};
  const lineOf = (key: string) => {
    money[key] ??= { payments: 0, cents: 0, refunds: 0, refundedCents: 0 };
    return money[key];
  };
  // The line of the plan, and the line of the paywall's page if one led to the purchase.
  const linesOf = ({ plan, tier, currency, lockedPage }: ShopPayment) => [
    lineOf(`${plan} ${tier} ${currency}`),
    ...(lockedPage === null ? [] : [lineOf(`at ${lockedPage} ${currency}`)]),
  ];
  for (const payment of payments.filter(({ paidAt, refundedAt }) => isOn(paidAt) || isOn(refundedAt)))
    for (const line of linesOf(payment)) {
      if (isOn(payment.paidAt)) {
        line.payments += 1;
        line.cents += discountedCents(payment.listCents, payment.coupon) ?? Number.NaN;
      }
      if (isOn(payment.refundedAt)) {
        line.refunds += 1;
        line.refundedCents += discountedCents(payment.listCents, payment.coupon) ?? Number.NaN;
      }
    }
  return {
    payers: members.filter((member) => hours.some((hour) => pays(member, hour))).length,
    began: count((member, hour) => pays(member, hour) && !pays(member, hour - 1)),
    ended: count((member, hour) => pays(member, hour) && !pays(member, hour + 1)),
    firstPayments: made.filter(({ first }) => first).length,
    returned: made.filter(({ first, continues }) => !first && !continues).length,
    renewed: made.filter(({ first, continues }) => !first && continues).length,
    money,
  };
}
