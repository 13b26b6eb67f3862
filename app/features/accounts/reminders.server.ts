import { em } from "db/orm.server";
import { query } from "db/query.server";
import { expiryMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";

/** Days before the end of a membership at which its member is told. */
const REMIND_DAYS = [7, 1] as const;

type ExpiringMember = {
  id: string;
  email: string;
  firstname: string;
  tier: string;
  expiresAt: Date;
  daysLeft: number;
};

/**
 * Queues the mails "ends in 7 days" and "ends in 1 day", once for each end: an end that moves on is a new cause.
 * A run that comes late still tells the days that are left. @returns how many mails were queued.
 */
export async function remindOfExpiry(): Promise<number> {
  let queued = 0;
  for (const days of REMIND_DAYS) {
    const nextStep = REMIND_DAYS.find((step) => step < days) ?? 0;
    for (
      let batch = await expiringMembers(days, nextStep);
      batch.length > 0;
      batch = await expiringMembers(days, nextStep)
    ) {
      for (const member of batch) queued += (await queueReminder(member, days)) ? 1 : 0;
    }
  }
  return queued;
}

const causeSql = (days: number) =>
  `'expiry:${days}:' || m.id || ':' || extract(epoch from m.subscription_expires_at)`;

function expiringMembers(days: number, nextStep: number): Promise<ExpiringMember[]> {
  return query(
    `select id, email, firstname, subscription as tier, subscription_expires_at as "expiresAt",
            ceil(extract(epoch from subscription_expires_at - now()) / 86400)::int as "daysLeft"
       from members m
      where subscription_expires_at > now() + make_interval(days => ?)
        and subscription_expires_at <= now() + make_interval(days => ?)
        and subscription <> 'Basic' and status = 'active' and deletion_requested_at is null
        and not exists (select 1 from mails where cause = ${causeSql(days)})
      order by subscription_expires_at limit 500`,
    [nextStep, days],
  );
}

function queueReminder(member: ExpiringMember, days: number): Promise<boolean> {
  const { siteName, siteTz } = config();
  return em().transactional(async (manager) => {
    const [found] = await query<{ cause: string }>(
      `select ${causeSql(days)} as cause from members m where id = ? for update`,
      [member.id],
      manager,
    );
    if (!found) return false;
    const mail = expiryMail(siteName, member, siteTz);
    return queueMail(manager, { to: member.email, content: mail, dedupeKey: found.cause });
  });
}
