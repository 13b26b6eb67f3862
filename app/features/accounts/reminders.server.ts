import { Member } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { int, type RowOf, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { expiryMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";

/** Days before the end of a membership at which its member is told. */
const REMIND_DAYS = [7, 1] as const;

const EXPIRING = {
  ...columnsAs("m", Member, "id", "email", "firstname"),
  tier: columnAs("m", Member, "subscription"),
  expiresAt: timestamp.present.from`m.subscription_expires_at`,
  daysLeft: int.from`ceil(extract(epoch from m.subscription_expires_at - now()) / 86400)::int`,
};
type ExpiringMember = RowOf<typeof EXPIRING>;

/** What the mail is about: this end, told so many days before. */
const CAUSE = text.from`'expiry:' || ${int("days")}::int || ':' || m.id || ':' || extract(epoch from m.subscription_expires_at)`;

const UNTOLD = statement("reminders.untold", EXPIRING)`
  select ${EXPIRING} from members m
   where subscription_expires_at > now() + make_interval(days => ${int("nextStep")})
     and subscription_expires_at <= now() + make_interval(days => ${int("days")})
     and subscription <> 'Basic' and status = 'active' and deletion_requested_at is null
     and not exists (select 1 from mails where cause = ${CAUSE.sql})
   order by subscription_expires_at limit 200`;

const CAUSES = { cause: CAUSE };
const LOCK = statement(
  "reminders.lock",
  CAUSES,
)`select ${CAUSES} from members m where m.id = ${uuid("id")} for update`;

/**
 * Queues mails "ends in 7 days" and "ends in 1 day", once for each end: an end that moves on is a new cause. A run that
 * comes late still tells the days that are left. Does a part of them. @returns how many mails were queued.
 */
export async function remindOfExpiry(): Promise<number> {
  let queued = 0;
  for (const days of REMIND_DAYS) {
    const nextStep = REMIND_DAYS.find((step) => step < days) ?? 0;
    const batch = await UNTOLD.all({ days, nextStep });
    for (const member of batch) queued += (await queueReminder(member, days)) ? 1 : 0;
  }
  return queued;
}

function queueReminder(member: ExpiringMember, days: number): Promise<boolean> {
  const { siteName, siteTz } = config();
  return em().transactional(async (manager) => {
    const found = await LOCK.first({ days, id: member.id }, manager);
    if (!found) return false;
    const mail = expiryMail(siteName, member, siteTz);
    return queueMail(manager, { to: member.email, content: mail, dedupeKey: found.cause });
  });
}
