import fc from "fast-check";
import { reducedPrice } from "~/features/billing/coupons/coupon.rules";
import { type Access, PlayedAccount } from "./played-account";

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
  coupon?: ShopCoupon;
};

/** So many per cent off, or so many cents of dollars. */
export type ShopCoupon = { percent: number } | { cents: number };

/**
 * What happens in a shop, at an hour: somebody buys, for themselves or for somebody who is none of them, or is given back the money
 * of one of their payments.
 */
export type ShopEvent = {
  member: number;
  hour: number;
  buys?: Bought;
  forOthers?: boolean;
  /** Which of the gifts of others that nobody has claimed they claim, counted around. */
  claims?: number;
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
  /** What was agreed: the price of the list, what was taken off, and how many days. */
  listCents: number;
  coupon?: ShopCoupon;
  days: number;
};

export type PlayedShop = {
  payments: ShopPayment[];
  /** Whether a member had access that they paid for within the hour that begins then. */
  pays: (member: number, hour: number) => boolean;
  /** Each purchase, and whether it went on from, or was put behind, what they had. */
  purchases: { payment: ShopPayment; first: boolean; goesOn: boolean }[];
  hours: number;
  /** Hours at which somebody held something else than what was bought or given; none when well. */
  troubles: string[];
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

/** What a coupon leaves of a price, in cents; half a cent is taken off. Undefined where it takes nothing, or all. */
export function leftOf(cents: number, coupon: ShopCoupon | undefined): number | undefined {
  if (!coupon) return cents;
  const off = "cents" in coupon ? coupon.cents : Math.floor((cents * coupon.percent + 50) / 100);
  return off > 0 && off < cents ? cents - off : undefined;
}

/** Plays what happens by the rules of the shop, and notes hour by hour who pays. */
export function playShop(events: readonly ShopEvent[]): PlayedShop {
  const payments: ShopPayment[] = [];
  const purchases: PlayedShop["purchases"] = [];
  const got = new Map<ShopPayment, { access: Access; by: PlayedAccount }>();
  const accounts = Array.from({ length: MEMBERS }, () => new PlayedAccount(BEGINNING));
  for (const { member, hour, buys: bought, forOthers = false, claims, givesBack = 0 } of events) {
    const account = accounts[member];
    if (!account) continue;
    const now = at(hour);
    const own = payments.filter((payment) => payment.member === member);
    if (bought) {
      const sold = soldAt(now, member, bought, payments.length);
      if (!sold) continue;
      if (forOthers) {
        payments.push({ ...sold, lockedPage: null, accessFrom: null, accessUntil: null, isGift: true });
        continue;
      }
      const goesOn = account.hasPaidFor(now);
      const access = account.get(sold.tier, bought.days, now, true);
      if (!access) continue;
      const payment = { ...sold, accessFrom: access.from, accessUntil: access.until, isGift: false };
      const first = own.every(({ isGift }) => isGift);
      purchases.push({ payment, first, goesOn: goesOn || access.from > now });
      payments.push(payment);
      got.set(payment, { access, by: account });
    } else if (claims !== undefined) {
      const waiting = payments.filter(
        (payment) =>
          payment.isGift && payment.member !== member && payment.refundedAt === null && !got.has(payment),
      );
      const gift = waiting[claims % Math.max(1, waiting.length)];
      const access = gift && account.get(gift.tier, gift.days, now, false);
      if (gift && access) got.set(gift, { access, by: account });
    } else {
      const open = own.filter(({ refundedAt }) => refundedAt === null);
      const payment = open[givesBack % Math.max(1, open.length)];
      if (!payment) continue;
      payment.refundedAt = now;
      const given = got.get(payment);
      given?.by.takeBack(given.access, now);
    }
    // What was moved by it stands in the payments, too.
    for (const [payment, { access }] of got)
      if (!payment.isGift) Object.assign(payment, { accessFrom: access.from, accessUntil: access.until });
  }
  const last = Math.max(at(LAST_HOUR), ...accounts.map(({ lastEnd }) => lastEnd));
  for (const account of accounts) account.goOnUntil(last + DAY_MS);
  return {
    payments,
    purchases,
    pays: (member, hour) => accounts[member]?.pays(at(hour)) === true,
    hours: (Math.ceil((last - BEGINNING) / DAY_MS) + 1) * 24,
    troubles: accounts.flatMap(({ troubles }) => troubles),
  };
}

/** A payment without its access; undefined where the shop refuses the coupon. */
function soldAt(now: number, member: number, bought: Bought, count: number) {
  const { plan, cents, currency, coupon, lockedPage, days } = bought;
  const paid = coupon
    ? reducedPrice(asStored(coupon), { price: (cents / 100).toFixed(2), currency })
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

/** What a day must say, counted hour by hour. */
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
  // Of a plan, and where a lock led to it of that one's page as well.
  const linesOf = ({ plan, tier, currency, lockedPage }: ShopPayment) => [
    lineOf(`${plan} ${tier} ${currency}`),
    ...(lockedPage === null ? [] : [lineOf(`at ${lockedPage} ${currency}`)]),
  ];
  for (const payment of payments.filter(({ paidAt, refundedAt }) => isOn(paidAt) || isOn(refundedAt)))
    for (const line of linesOf(payment)) {
      if (isOn(payment.paidAt)) {
        line.payments += 1;
        line.cents += leftOf(payment.listCents, payment.coupon) ?? Number.NaN;
      }
      if (isOn(payment.refundedAt)) {
        line.refunds += 1;
        line.refundedCents += leftOf(payment.listCents, payment.coupon) ?? Number.NaN;
      }
    }
  return {
    payers: members.filter((member) => hours.some((hour) => pays(member, hour))).length,
    began: count((member, hour) => pays(member, hour) && !pays(member, hour - 1)),
    ended: count((member, hour) => pays(member, hour) && !pays(member, hour + 1)),
    firstPayments: made.filter(({ first }) => first).length,
    returned: made.filter(({ first, goesOn }) => !first && !goesOn).length,
    renewed: made.filter(({ first, goesOn }) => !first && goesOn).length,
    money,
  };
}
