import { Gift } from "db/entities/gift";
import { Mail } from "db/entities/mail";
import { Member } from "db/entities/member";
import { Order } from "db/entities/order";
import { Payment } from "db/entities/payment";
import { Referral } from "db/entities/referral";
import { Session } from "db/entities/session";
import { Trial } from "db/entities/trial";
import { columnAs, columns } from "db/entity-columns.server";
import { literal, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";

const PROFILE = {
  ...columns(
    Member,
    "id",
    "serialNumber",
    "firstname",
    "lastname",
    "email",
    "subscription",
    "subscriptionExpiresAt",
  ),
  ...columns(Member, "status", "registeredByAdmin", "referralCode", "emailVerifiedAt", "deletionRequestedAt"),
  ...columns(Member, "profileImage", "remindByMail", "createdAt", "updatedAt"),
};
const SESSION = columns(Session, "via", "userAgent", "ip", "createdAt", "lastSeenAt", "expiresAt");
const ORDER = {
  ...columns(Order, "id"),
  plan: columnAs("orders", Order, "packageName"),
  ...columns(Order, "discount", "couponCode", "lockedPage"),
  ...columns(Order, "tier", "amount", "currency", "days", "provider", "status", "createdAt", "capturedAt"),
};
const PAYMENT = {
  ...columns(Payment, "id"),
  plan: columnAs("payments", Payment, "packageName"),
  ...columns(Payment, "tier", "amount", "currency", "status", "paymentMethod", "paymentDate"),
  ...columns(
    Payment,
    "accessFrom",
    "expiresAt",
    "accessTier",
    "refundedAt",
    "receiptNumber",
    "creditNoteNumber",
  ),
};
const REFERRAL = {
  side: literal(["you invited", "you were invited"])
    .from`case when referrer_id = ${uuid("memberId")} then 'you invited' else 'you were invited' end`,
  ...columns(Referral, "state", "days", "createdAt", "rewardedAt", "reversedAt"),
};
const GIFT = {
  side: literal(["you gave", "you claimed"])
    .from`case when buyer_id = ${uuid("memberId")} then 'you gave' else 'you claimed' end`,
  plan: text.from`(select plan_name from orders o where o.id = gifts.order_id)`,
  /** Each side knows the other's address from the other. */
  sentTo: text.orNull.from`case when buyer_id = ${uuid("memberId")} then recipient_email::text end`,
  ...columns(
    Gift,
    "tier",
    "senderName",
    "message",
    "createdAt",
    "paidAt",
    "expiresAt",
    "takenBackAt",
    "claimedAt",
  ),
  /** How long who claimed it has access is for them to read. */
  accessFrom: timestamp.from`case when claimed_by_id = ${uuid("memberId")} then access_from end`,
  accessUntil: timestamp.from`case when claimed_by_id = ${uuid("memberId")} then access_until end`,
};
const TRIAL = {
  plan: columnAs("trials", Trial, "packageName"),
  ...columns(Trial, "tier", "days", "accessFrom", "accessUntil"),
};
const MAIL = columns(Mail, "subject", "template", "state", "createdAt", "sentAt");

const PARTS = {
  profile: statement(
    "export.profile",
    PROFILE,
  )`select ${PROFILE} from members where id = ${uuid("memberId")}`,
  sessions: statement("export.sessions", SESSION)`
    select ${SESSION} from sessions where member_id = ${uuid("memberId")} and seen_by_id is null order by created_at`,
  orders: statement("export.orders", ORDER)`
    select ${ORDER} from orders where member_id = ${uuid("memberId")} order by created_at`,
  payments: statement("export.payments", PAYMENT)`
    select ${PAYMENT} from payments where member_id = ${uuid("memberId")} order by payment_date`,
  referrals: statement("export.referrals", REFERRAL)`
    select ${REFERRAL} from referrals where ${uuid("memberId")} in (referrer_id, friend_id) order by created_at`,
  gifts: statement("export.gifts", GIFT)`
    select ${GIFT} from gifts where buyer_id = ${uuid("memberId")} or claimed_by_id = ${uuid("memberId")} order by created_at`,
  trial: statement("export.trial", TRIAL)`
    select ${TRIAL} from trials where member_id = ${uuid("memberId")}`,
  mails: statement("export.mails", MAIL)`
    select ${MAIL} from mails where to_address = any(array(select email::text from members where id = ${uuid("memberId")} union all
                                  select email::text from former_addresses where member_id = ${uuid("memberId")}))
     order by created_at`,
};

/** Everything the product keeps about a member, for the member. Hashes and tokens are nobody's to read. */
export async function memberExport(memberId: string) {
  const [profile, sessions, orders, payments, referrals, gifts, trial, mails] = await Promise.all([
    PARTS.profile.first({ memberId }),
    PARTS.sessions.all({ memberId }),
    PARTS.orders.all({ memberId }),
    PARTS.payments.all({ memberId }),
    PARTS.referrals.all({ memberId }),
    PARTS.gifts.all({ memberId }),
    PARTS.trial.first({ memberId }),
    PARTS.mails.all({ memberId }),
  ]);
  return { profile, sessions, orders, payments, referrals, gifts, trial: trial ?? null, mails };
}
