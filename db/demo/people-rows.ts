import { createHash } from "node:crypto";
import type { OrderStatus } from "../entities/order";
import type { PaymentStatus } from "../entities/payment";
import { daysBefore, hoursBefore } from "./content-rows";
import { AUTHORS } from "./editorial";
import { codeOf, idOf } from "./identity";
import {
  CHANGES,
  type ChangeContent,
  COUPONS,
  GIFTS,
  type GiftContent,
  MEMBERS,
  PACKAGES,
  type PackageName,
  PURCHASES,
  type Purchase,
  type PurchaseOutcome,
  REFERRAL_DAYS,
  REFERRALS,
  STAFF,
} from "./membership";
import { firstPayment, membershipLedger } from "./membership-ledger";
import { pictureKey } from "./pictures";

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const memberId = (name: string) => idOf("member", name);
const packageId = (name: PackageName) => idOf("package", name);
const purchaseKey = ({ member, daysAgo }: Purchase) => `${member} ${daysAgo}`;

/**
 * The rows of staff, members, packages, purchases, referrals and the change log, in the form of the entities.
 * @param imageOf the id of the stored picture for a key of pictures.ts
 */
export function peopleRows(now: Date, passwordHash: string, imageOf: (key: string) => string) {
  return {
    staff: [...STAFF, ...desk(imageOf)].map(({ daysAgo, ...person }) => ({
      id: idOf("staff", person.email),
      ...both(daysBefore(now, daysAgo)),
      bio: null,
      portrait: null,
      ...person,
      passwordHash,
    })),
    members: memberRows(now, passwordHash),
    packages: packageRows(now),
    coupons: couponRows(now),
    ...moneyRows(now),
    gifts: GIFTS.map((gift) => giftRow(now, gift)),
    referrals: referralRows(now),
    changes: changeRows(now),
  };
}

/** The authors of briefs and calls, each with a portrait and a short text. */
const desk = (imageOf: (key: string) => string) =>
  Object.entries(AUTHORS).map(([author, { name, ...profile }]) => ({
    email: `${author}@demo.test`,
    fullname: name,
    role: "admin" as const,
    status: "active" as const,
    portrait: imageOf(pictureKey.portrait(author)),
    ...profile,
  }));

function both(at: Date) {
  return { createdAt: at, updatedAt: at };
}

function memberRows(now: Date, passwordHash: string) {
  const { memberships } = membershipLedger(PURCHASES, REFERRALS);
  return MEMBERS.map(({ name, registeredDaysAgo, tierByStaff, ...member }) => {
    const registered = daysBefore(now, registeredDaysAgo);
    const held = memberships.get(name) ?? givenTo(name);
    return {
      id: memberId(name),
      ...both(registered),
      ...member,
      email: `${name}@demo.test`,
      passwordHash,
      subscription: tierByStaff ?? held?.tier ?? "Basic",
      subscriptionExpiresAt: tierByStaff || !held ? null : daysBefore(now, held.until),
      referralCode: codeOf("referral", name, 8),
      emailVerifiedAt:
        member.status === "pending"
          ? null
          : new Date(registered.getTime() + (member.registeredByAdmin ? 0 : 4 * MINUTE)),
    };
  });
}

/** The access from a claimed gift, in days before now. */
function givenTo(name: string) {
  const gift = GIFTS.find(({ claimed }) => claimed?.member === name);
  if (!gift?.claimed) return undefined;
  const { tier, expiresIn } = PACKAGES[gift.purchase.package];
  return { tier, until: gift.claimed.daysAgo - expiresIn };
}

function packageRows(now: Date) {
  return (Object.keys(PACKAGES) as PackageName[]).map((name, i) => ({
    id: packageId(name),
    ...both(daysBefore(now, 60 - i * 0.01)),
    ...PACKAGES[name],
    benefits: [...PACKAGES[name].benefits],
  }));
}

const couponRows = (now: Date) =>
  COUPONS.map(({ daysAgo, throughInDays, ...coupon }) => ({
    id: idOf("coupon", coupon.code),
    ...both(daysBefore(now, daysAgo)),
    ...coupon,
    throughDay:
      throughInDays === null
        ? null
        : daysBefore(now, -throughInDays).toISOString().slice(0, "2026-12-31".length),
  }));

const ORDER_STATUS: Record<PurchaseOutcome, OrderStatus> = {
  completed: "captured",
  refunded: "captured",
  pending: "pending",
  failed: "failed",
  cancelled: "cancelled",
  started: "created",
};

const PAYMENT_STATUS: Partial<Record<PurchaseOutcome, PaymentStatus>> = {
  completed: "COMPLETED",
  refunded: "COMPLETED",
  pending: "PENDING",
  failed: "FAILED",
};

function moneyRows(now: Date) {
  const { bought } = membershipLedger(PURCHASES, REFERRALS);
  const gifts = GIFTS.map(({ purchase }) => purchase);
  const all = [...PURCHASES, ...gifts];
  const orders = all.map((purchase) => {
    const { name, tier, price, expiresIn } = PACKAGES[purchase.package];
    const paidAt = daysBefore(now, purchase.daysAgo);
    return {
      id: idOf("order", purchaseKey(purchase)),
      createdAt: new Date(paidAt.getTime() - 3 * MINUTE),
      updatedAt: paidAt,
      member: memberId(purchase.member),
      package: packageId(purchase.package),
      packageName: name,
      tier,
      amount: price,
      currency: "USD",
      days: expiresIn,
      providerOrderId: codeOf("provider-order", purchaseKey(purchase), 17),
      status: ORDER_STATUS[purchase.outcome],
      lastError: purchase.outcome === "failed" ? "INSTRUMENT_DECLINED" : null,
      capturedAt: bought.has(purchase) || gifts.includes(purchase) ? paidAt : null,
    };
  });
  const payments = all.flatMap((purchase) => {
    const status = PAYMENT_STATUS[purchase.outcome];
    return status ? [paymentRow(now, purchase, status)] : [];
  });
  return { orders, payments: numbered(payments) };
}

type PaymentRow = ReturnType<typeof paymentRow>;

/** Numbers receipts by the order of payments, and credit notes by the order of refunds. */
function numbered(payments: readonly PaymentRow[]) {
  const orderOf = (moment: (payment: PaymentRow) => Date | null) => {
    const dated = payments.flatMap((payment) => {
      const at = payment.status === "COMPLETED" ? moment(payment) : null;
      return at ? [{ id: payment.id, at }] : [];
    });
    return dated.sort((one, other) => Number(one.at) - Number(other.at)).map(({ id }) => id);
  };
  const receipts = orderOf(({ paymentDate }) => paymentDate);
  const creditNotes = orderOf(({ refundedAt }) => refundedAt);
  const numberIn = (ids: readonly string[], id: string) => ids.indexOf(id) + 1 || null;
  return payments.map((payment) => ({
    ...payment,
    receiptNumber: numberIn(receipts, payment.id),
    creditNoteNumber: numberIn(creditNotes, payment.id),
  }));
}

function paymentRow(now: Date, purchase: Purchase, status: PaymentStatus) {
  const { name, tier, price } = PACKAGES[purchase.package];
  const access = membershipLedger(PURCHASES, REFERRALS).bought.get(purchase);
  const paidAt = daysBefore(now, purchase.daysAgo);
  const refundedAt =
    purchase.refundedDaysAgo === undefined ? null : daysBefore(now, purchase.refundedDaysAgo);
  return {
    id: idOf("payment", purchaseKey(purchase)),
    createdAt: paidAt,
    updatedAt: refundedAt ?? paidAt,
    order: idOf("order", purchaseKey(purchase)),
    member: memberId(purchase.member),
    packageName: name,
    tier,
    amount: price,
    currency: "USD",
    status,
    paymentMethod: "PayPal",
    providerCaptureId: status === "FAILED" ? null : codeOf("provider-capture", purchaseKey(purchase), 17),
    paymentDate: paidAt,
    accessFrom: access ? daysBefore(now, access.from) : null,
    expiresAt: access ? daysBefore(now, access.until) : null,
    refundedAt,
  };
}

/** The link was sent long ago. Members who lost it can request it again. */
function giftRow(now: Date, { purchase, to, senderName, message, claimed }: GiftContent) {
  const { tier, expiresIn } = PACKAGES[purchase.package];
  const key = purchaseKey(purchase);
  const paidAt = daysBefore(now, purchase.daysAgo);
  const claimedAt = claimed ? daysBefore(now, claimed.daysAgo) : null;
  return {
    id: idOf("gift", key),
    createdAt: new Date(paidAt.getTime() - 3 * MINUTE),
    updatedAt: claimedAt ?? paidAt,
    order: idOf("order", key),
    buyer: memberId(purchase.member),
    tier,
    recipientEmail: `${to}@demo.test`,
    senderName,
    message,
    paidAt,
    expiresAt: new Date(paidAt.getTime() + 365 * DAY),
    linkId: idOf("gift link", key),
    tokenHash: createHash("sha256").update(`gift ${key}`).digest("hex"),
    claimedBy: claimed ? memberId(claimed.member) : null,
    claimedAt,
    accessFrom: claimedAt,
    accessUntil: claimed ? daysBefore(now, claimed.daysAgo - expiresIn) : null,
  };
}

function referralRows(now: Date) {
  return REFERRALS.map(({ referrer, friend, state }) => {
    const payment = state === "joined" ? undefined : firstPayment(friend, PURCHASES);
    const joined = MEMBERS.find(({ name }) => name === friend)?.registeredDaysAgo ?? 0;
    const rewardedAt = payment ? daysBefore(now, payment.daysAgo) : null;
    const reversedAt = state === "reversed" ? daysBefore(now, payment?.refundedDaysAgo ?? 0) : null;
    return {
      id: idOf("referral", friend),
      createdAt: daysBefore(now, joined),
      updatedAt: reversedAt ?? rewardedAt ?? daysBefore(now, joined),
      referrer: memberId(referrer),
      friend: memberId(friend),
      state,
      days: REFERRAL_DAYS,
      payment: payment ? idOf("payment", purchaseKey(payment)) : null,
      rewardedAt,
      reversedAt,
    };
  });
}

/** How to derive a record's id, by resource of the change log. */
const RECORD_ID: Record<ChangeContent["resource"], (record: string) => string> = {
  news: (title) => idOf("news", title),
  "daily-brief": (company) => idOf("daily-brief", company),
  "stock-picks": (ticker) => idOf("stock-pick", ticker),
  "trade-alert": (ticker) => idOf("trade-alert", ticker),
  videos: (title) => idOf("video", title),
  ads: (link) => idOf("ad", `${link} square 1`),
  packages: (name) => packageId(name.toLowerCase() as PackageName),
  market: (name) => idOf("quote", `Cryptocurrencies ${name}`),
};

function changeRows(now: Date) {
  return CHANGES.map((change) => ({
    id: idOf("change", `${change.resource} ${change.record} ${change.hoursAgo}`),
    createdAt: hoursBefore(now, change.hoursAgo),
    staff: idOf("staff", change.staff),
    staffName: STAFF.find(({ email }) => email === change.staff)?.fullname ?? change.staff,
    action: change.action,
    origin: "form" as const,
    resource: change.resource,
    recordId: RECORD_ID[change.resource](change.record),
    recordTitle: change.record,
    detail: change.fields.length > 0 ? { fields: [...change.fields] } : null,
  }));
}
