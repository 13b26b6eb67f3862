import { query } from "db/query.server";

/** Everything the product keeps about a member, for the member. Hashes and tokens are nobody's to read. */
export async function memberExport(memberId: string) {
  const [[profile], sessions, orders, payments, referrals, mails] = await Promise.all([
    query(
      `select id, serial_number as "serialNumber", firstname, lastname, email, subscription,
              subscription_expires_at as "subscriptionExpiresAt", status,
              registered_by_admin as "registeredByAdmin", referral_code as "referralCode",
              email_verified_at as "emailVerifiedAt", deletion_requested_at as "deletionRequestedAt",
              profile_image_id as "profileImage", created_at as "createdAt", updated_at as "updatedAt"
         from members where id = ?`,
      [memberId],
    ),
    query(
      `select via, user_agent as "userAgent", ip, created_at as "createdAt", last_seen_at as "lastSeenAt",
              expires_at as "expiresAt" from sessions where member_id = ? order by created_at`,
      [memberId],
    ),
    query(
      `select id, plan_name as plan, tier, amount, currency, days, provider, status, created_at as "createdAt",
              captured_at as "capturedAt" from orders where member_id = ? order by created_at`,
      [memberId],
    ),
    query(
      `select id, plan, tier, amount, currency, status, payment_method as "paymentMethod",
              payment_date as "paymentDate", access_from as "accessFrom", expires_at as "expiresAt",
              refunded_at as "refundedAt" from payments where member_id = ? order by payment_date`,
      [memberId],
    ),
    query(
      `select case when referrer_id = ? then 'you invited' else 'you were invited' end as side, state, days,
              created_at as "createdAt", rewarded_at as "rewardedAt", reversed_at as "reversedAt"
         from referrals where ? in (referrer_id, friend_id) order by created_at`,
      [memberId, memberId],
    ),
    query(
      `select subject, template, state, created_at as "createdAt", sent_at as "sentAt" from mails
        where to_address = (select email::text from members where id = ?) order by created_at`,
      [memberId],
    ),
  ]);
  return { profile, sessions, orders, payments, referrals, mails };
}
