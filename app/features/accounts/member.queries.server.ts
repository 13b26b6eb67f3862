import { effectiveTierSql } from "db/entities/member";
import { query } from "db/query.server";
import type { Tier } from "~/features/auth/viewer.server";
import { GRANT_COLUMNS, GRANT_SOURCE, type Granted } from "~/features/billing/payments.queries.server";
import type { StoredPicture } from "~/platform/images/picture";
import { imagePath } from "~/platform/images/picture";
import { STORED_PICTURE_SQL } from "~/platform/images/stored-picture.server";

export type MemberAccount = {
  id: string;
  serialNumber: number;
  firstname: string;
  lastname: string;
  email: string;
  /** What counts at this moment: an expired subscription is Basic here. */
  subscription: Tier;
  status: "active" | "inactive" | "pending";
  registeredByAdmin: boolean;
  createdAt: Date;
  image: StoredPicture | null;
  deletionRequestedAt: Date | null;
};

/** Columns of `MemberAccount`, from `members m left join images i on i.id = m.profile_image_id`. */
const COLUMNS = `m.id, m.serial_number as "serialNumber", m.firstname, m.lastname, m.email, m.status,
  ${effectiveTierSql("m")} as subscription,
  m.registered_by_admin as "registeredByAdmin", m.created_at as "createdAt",
  m.deletion_requested_at as "deletionRequestedAt",
  ${STORED_PICTURE_SQL} as image`;

const FROM = "from members m left join images i on i.id = m.profile_image_id";

export async function memberById(id: string): Promise<MemberAccount | undefined> {
  const [found] = await query<MemberAccount>(`select ${COLUMNS} ${FROM} where m.id = ?`, [id]);
  return found;
}

/** While an address is pending, the password of this browser's registration counts, else that of the latest one. */
const PASSWORD_HASH = `case when m.status = 'pending' then coalesce(
    (select r.password_hash from registrations r where r.member_id = m.id
      order by (r.browser_hash = ?::text) desc nulls last, r.created_at desc, r.id limit 1), m.password_hash)
  else m.password_hash end`;

/** For signing in only: with the hash of the password, if there is one. */
export async function memberByEmail(
  email: string,
  browserHash: string | undefined,
): Promise<(MemberAccount & { passwordHash: string | null }) | undefined> {
  const [found] = await query<MemberAccount & { passwordHash: string | null }>(
    `select ${COLUMNS}, ${PASSWORD_HASH} as "passwordHash" ${FROM} where m.email = ?`,
    [browserHash ?? null, email],
  );
  return found;
}

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
  status: member.status,
  registeredByAdmin: member.registeredByAdmin,
  profileImage: member.image ? imagePath(member.image) : null,
  createdAt: member.createdAt.toISOString(),
});

export type Membership = {
  tier: Tier;
  /** Null without an end, and for Basic. */
  until: Date | null;
  /** When the running time began, as far as a payment says so. */
  since: Date | null;
  now: Date;
  /** The tier and the end of a membership that is over. */
  lapsed: { tier: Tier; until: Date } | null;
};

/** What a member holds by the database's clock. */
export async function membershipOf(memberId: string): Promise<Membership | undefined> {
  const [found] = await query<{
    tier: Tier;
    until: Date | null;
    since: Date | null;
    now: Date;
    over: boolean;
  }>(
    `select subscription as tier, subscription_expires_at as until, now() as now,
            coalesce(subscription_expires_at <= now(), false) as over,
            (select max(p.access_from) from payments p
              where p.member_id = m.id and p.status = 'COMPLETED' and p.refunded_at is null
                and p.access_from <= now() and p.tier = m.subscription) as since
       from members m where id = ?`,
    [memberId],
  );
  if (!found) return undefined;
  const { tier, until, since, now, over } = found;
  if (over && until) return { tier: "Basic", until: null, since: null, now, lapsed: { tier, until } };
  return { tier, until: tier === "Basic" ? null : until, since, now, lapsed: null };
}

export type MemberPayment = Granted & {
  id: string;
  plan: string;
  tier: Tier;
  amount: string;
  currency: string;
  status: "COMPLETED" | "PENDING" | "FAILED";
  paymentMethod: string;
  paidAt: Date;
  accessFrom: Date | null;
  refundedAt: Date | null;
  captureId: string | null;
};

const PAYMENT_COLUMNS = `select p.id, p.plan, p.tier, p.amount, p.currency, p.status, p.payment_method as "paymentMethod",
  p.payment_date as "paidAt", p.access_from as "accessFrom", p.refunded_at as "refundedAt",
  p.provider_capture_id as "captureId", ${GRANT_COLUMNS} from ${GRANT_SOURCE}`;

/** A member's newest hundred payments. */
export function paymentsOf(memberId: string): Promise<MemberPayment[]> {
  return query(`${PAYMENT_COLUMNS} where p.member_id = ? order by p.payment_date desc, p.id desc limit 100`, [
    memberId,
  ]);
}

/** One payment, if it is this member's and money came in for it. */
export async function receiptOf(memberId: string, paymentId: string): Promise<MemberPayment | undefined> {
  const [found] = await query<MemberPayment>(
    `${PAYMENT_COLUMNS} where p.member_id = ? and p.id = ? and p.status = 'COMPLETED'`,
    [memberId, paymentId],
  );
  return found;
}
