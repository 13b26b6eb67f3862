import { em } from "db/orm.server";
import { rows } from "db/query.server";
import { expiryLetter } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";

/** Days before the end of a membership at which its member is told. */
const REMIND_DAYS = [7, 1] as const;

type Ending = {
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
    for (let batch = await ending(days, nextStep); batch.length > 0; batch = await ending(days, nextStep)) {
      for (const member of batch) queued += (await remind(member, days)) ? 1 : 0;
    }
  }
  return queued;
}

const causeOf = (days: number) =>
  `'expiry:${days}:' || m.id || ':' || extract(epoch from m.subscription_expires_at)`;

function ending(days: number, nextStep: number): Promise<Ending[]> {
  return rows(
    `select id, email, firstname, subscription as tier, subscription_expires_at as "expiresAt",
            ceil(extract(epoch from subscription_expires_at - now()) / 86400)::int as "daysLeft"
       from members m
      where subscription_expires_at > now() + make_interval(days => ?)
        and subscription_expires_at <= now() + make_interval(days => ?)
        and subscription <> 'Basic' and status = 'active' and deletion_requested_at is null
        and not exists (select 1 from mails where cause = ${causeOf(days)})
      order by subscription_expires_at limit 500`,
    [nextStep, days],
  );
}

function remind(member: Ending, days: number): Promise<boolean> {
  const { siteName, siteTz } = config();
  return em().transactional(async (manager) => {
    const [found] = await rows<{ cause: string }>(
      `select ${causeOf(days)} as cause from members m where id = ? for update`,
      [member.id],
      manager,
    );
    if (!found) return false;
    const letter = expiryLetter(siteName, member, siteTz);
    return queueMail(manager, { to: member.email, letter, cause: found.cause });
  });
}
