import { effectiveTierSql, isOverSql, onTrialSql } from "db/effective-tier";
import { Member, TIERS } from "db/entities/member";
import { Payment } from "db/entities/payment";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { bool, literal, raw, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { HELD_BY_TRIAL } from "~/access/trials/trials.queries.server";
import type { Tier } from "~/auth/viewer.server";
import {
  COUPON_USED,
  type CouponUsed,
  PAID_ORDER,
} from "~/features/billing/coupons/coupon-used.queries.server";
import {
  ACCESS_TIER,
  GRANT,
  GRANT_SOURCE,
  type Granted,
} from "~/features/billing/payments/payments.queries.server";
import type { StoredPicture } from "~/platform/pictures/picture";
import { fullSizePath } from "~/platform/pictures/picture";
import { OPTIONAL_PICTURE } from "~/platform/pictures/stored-picture.server";

export type MemberAccount = {
  id: string;
  serialNumber: number;
  firstname: string;
  lastname: string;
  email: string;
  /** What counts at this moment: an expired subscription is Basic here. */
  subscription: Tier;
  /** Nothing was paid for it: it is their free trial. */
  onTrial: boolean;
  status: "active" | "inactive" | "pending";
  registeredByAdmin: boolean;
  createdAt: Date;
  photo: StoredPicture | null;
  deletionRequestedAt: Date | null;
};

/** The columns of `MemberAccount`, of `SOURCE`. */
const ACCOUNT = {
  ...columnsAs("m", Member, "id", "serialNumber", "firstname", "lastname", "email", "status"),
  ...columnsAs("m", Member, "registeredByAdmin", "createdAt", "deletionRequestedAt"),
  subscription: literal(TIERS).from`${raw(effectiveTierSql("m"))}`,
  onTrial: bool.from`${raw(onTrialSql("m"))}`,
  photo: OPTIONAL_PICTURE,
};

const SOURCE = sql`members m left join images i on i.id = m.profile_image_id`;

const BY_ID = statement(
  "members.by-id",
  ACCOUNT,
)`select ${ACCOUNT} from ${SOURCE} where m.id = ${uuid("id")}`;

export const memberById = (id: string): Promise<MemberAccount | undefined> => BY_ID.first({ id });

const SIGNING_IN = {
  ...ACCOUNT,
  /** While an address is pending, the password of this browser's registration counts, else that of the latest one. */
  passwordHash: text.orNull.from`case when m.status = 'pending' then coalesce(
      (select r.password_hash from registrations r where r.member_id = m.id
        order by (r.browser_hash = ${text.orNull("browserHash")}::text) desc nulls last, r.created_at desc, r.id limit 1),
      m.password_hash)
    else m.password_hash end`,
};
const BY_EMAIL = statement("members.by-email", SIGNING_IN)`
  select ${SIGNING_IN} from ${SOURCE} where m.email = ${text("email")}`;

/** For signing in only: with the hash of the password, if there is one. */
export const memberByEmail = (
  email: string,
  browserHash: string | undefined,
): Promise<(MemberAccount & { passwordHash: string | null }) | undefined> =>
  BY_EMAIL.first({ browserHash: browserHash ?? null, email });

/** The member as the API gives it; specification, section 3. */
export const serializeMember = (member: MemberAccount) => ({
  _id: member.id,
  id: member.id,
  serialNumber: member.serialNumber,
  firstname: member.firstname,
  lastname: member.lastname,
  email: member.email,
  role: "user",
  subscription: member.subscription,
  onTrial: member.onTrial,
  status: member.status,
  registeredByAdmin: member.registeredByAdmin,
  profileImage: member.photo ? fullSizePath(member.photo) : null,
  createdAt: member.createdAt.toISOString(),
});

export type Membership = {
  tier: Tier;
  /** Null without an end, and for Basic. */
  until: Date | null;
  /** Nothing was paid for it: it is the member's free trial, or was. */
  isTrial: boolean;
  /** When the running time began, as far as a payment, a gift or a trial says so. */
  since: Date | null;
  now: Date;
  /** Whether they are told by mail before it ends. */
  remindByMail: boolean;
  /** The tier and the end of a membership that is over. */
  lapsed: { tier: Tier; until: Date } | null;
};

const HELD = {
  tier: columnAs("m", Member, "subscription"),
  until: columnAs("m", Member, "subscriptionExpiresAt"),
  now: timestamp.from`now()`,
  remindByMail: columnAs("m", Member, "remindByMail"),
  over: bool.from`coalesce(${raw(isOverSql("m"))}, false)`,
  since: timestamp.orNull.from`greatest(
    (select max(p.access_from) from payments p
      where p.member_id = m.id and p.status = 'COMPLETED' and p.refunded_at is null
        and p.access_from <= now() and ${ACCESS_TIER} = m.subscription),
    (select max(g.access_from) from gifts g
      where g.claimed_by_id = m.id and g.taken_back_at is null and g.access_from <= now() and g.tier = m.subscription),
    t.access_from)`,
  isTrial: bool.from`t.id is not null`,
};
const MEMBERSHIP = statement(
  "members.membership",
  HELD,
)`select ${HELD} from members m ${HELD_BY_TRIAL} where m.id = ${uuid("memberId")}`;

/** What a member holds by the database's clock. */
export async function membershipOf(memberId: string): Promise<Membership | undefined> {
  const found = await MEMBERSHIP.first({ memberId });
  if (!found) return undefined;
  const { tier, until, since, over, ...known } = found;
  if (over && until) return { ...known, tier: "Basic", until: null, since: null, lapsed: { tier, until } };
  return { ...known, tier, until: tier === "Basic" ? null : until, since, lapsed: null };
}

export type MemberPayment = Granted &
  CouponUsed & {
    id: string;
    packageName: string;
    tier: Tier;
    amount: string;
    currency: string;
    status: "COMPLETED" | "PENDING" | "FAILED";
    paymentMethod: string;
    paidAt: Date;
    accessFrom: Date | null;
    refundedAt: Date | null;
    /** What went back in parts. */
    refundedAmount: string;
    captureId: string | null;
    receiptNumber: number | null;
    creditNoteNumber: number | null;
    /** For whom, where it bought a gift; empty once that address was deleted. */
    giftTo: string | null;
  };

const PAID = {
  ...columnsAs("p", Payment, "id", "packageName", "tier", "amount", "currency", "status", "paymentMethod"),
  ...columnsAs(
    "p",
    Payment,
    "accessFrom",
    "refundedAt",
    "refundedAmount",
    "receiptNumber",
    "creditNoteNumber",
  ),
  paidAt: columnAs("p", Payment, "paymentDate"),
  captureId: columnAs("p", Payment, "providerCaptureId"),
  ...COUPON_USED,
  ...GRANT,
  giftTo: text.orNull
    .from`(select coalesce(g.recipient_email::text, '') from gifts g where g.order_id = p.order_id)`,
};
const PAYMENTS = statement("members.payments", PAID)`
  select ${PAID} from ${GRANT_SOURCE} ${PAID_ORDER} where p.member_id = ${uuid("memberId")}
   order by p.payment_date desc, p.id desc limit 100`;

/** A member's newest hundred payments. */
export const paymentsOf = (memberId: string): Promise<MemberPayment[]> => PAYMENTS.all({ memberId });

const RECEIPT = statement("members.receipt", PAID)`
  select ${PAID} from ${GRANT_SOURCE} ${PAID_ORDER}
   where p.member_id = ${uuid("memberId")} and p.id = ${uuid("paymentId")} and p.status = 'COMPLETED'`;

/** One payment, if it is this member's and money came in for it. */
export const receiptOf = (memberId: string, paymentId: string): Promise<MemberPayment | undefined> =>
  RECEIPT.first({ memberId, paymentId });
