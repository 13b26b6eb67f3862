import { Member } from "db/entities/member";
import { columnAs, columnsAs } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { array, bool, type Fragment, int, type RowOf, sql, text, timestamp, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { REMIND_DAYS } from "~/access/term.rules";
import { HELD_BY_TRIAL } from "~/access/trials/trials.queries.server";
import { sellsAnything } from "~/features/billing/plans/packages.queries.server";
import { expiryMail } from "~/features/mail/mail-templates";
import { queueMail } from "~/features/mail/queue.server";
import { config } from "~/platform/config.server";

const EXPIRING = {
  ...columnsAs("m", Member, "id", "email", "firstname"),
  tier: columnAs("m", Member, "subscription"),
  expiresAt: timestamp.present.from`m.subscription_expires_at`,
  daysLeft: int.from`ceil(extract(epoch from m.subscription_expires_at - now()) / 86400)::int`,
  isTrial: bool.from`t.id is not null`,
};
type ExpiringMember = RowOf<typeof EXPIRING>;

/** What the mail is about: this end, told so many days before. */
const CAUSE = text.from`'expiry:' || ${int("days")}::int || ':' || m.id || ':' || extract(epoch from m.subscription_expires_at)`;

/** So many days before the present end was the member told, 0 where never, as it stands in the index. */
const REMINDED = sql`case when m.reminded_end = m.subscription_expires_at then m.reminded_days else 0 end`;

/** Told at one time, in a second or so. */
const AT_ONCE = 200;

const ending = <Args>(reminded: Fragment<Args>) => sql`
  (select m.* from members m
    where ${reminded} and subscription_expires_at > now() + make_interval(days => ${int("nextStep")})
      and subscription_expires_at <= now() + make_interval(days => ${int("days")})
      and subscription <> 'Basic' and status = 'active' and deletion_requested_at is null and remind_by_mail
    order by subscription_expires_at limit ${AT_ONCE})`;

/** Each part by the index of what members were told: one condition with an 'or' would read all who end so soon. */
const UNTOLD = statement("reminders.untold", EXPIRING)`
  select ${EXPIRING} from (
    ${ending(sql`${REMINDED} = 0`)} union all
    ${ending(sql`${REMINDED} = any(${array(int)("earlierSteps")}::int[])`)}) as m
   ${HELD_BY_TRIAL}
   order by subscription_expires_at limit ${AT_ONCE}`;

/** Nobody whose end has moved since it was read, or who wants no reminders any more. */
const MARK = statement("reminders.mark", { cause: CAUSE })`
  update members m set reminded_end = subscription_expires_at, reminded_days = ${int("days")}
   where id = ${uuid("id")} and subscription_expires_at = ${timestamp("expiresAt")} and remind_by_mail
  returning ${{ cause: CAUSE }}`;

/**
 * Queues mails "ends in 7 days" and "ends in 1 day", once for each end: an end that moves on is a new cause. A run that
 * comes late still tells the days that are left. Does a part of them. @returns how many members are told now.
 */
export async function remindOfExpiry(): Promise<number> {
  let told = 0;
  const forSale = await sellsAnything();
  for (const days of REMIND_DAYS) {
    const nextStep = REMIND_DAYS.find((step) => step < days) ?? 0;
    const earlierSteps = REMIND_DAYS.filter((step) => step > days);
    const batch = await UNTOLD.all({ days, nextStep, earlierSteps });
    for (const member of batch) told += (await remind(member, days, forSale)) ? 1 : 0;
  }
  return told;
}

function remind(member: ExpiringMember, days: number, forSale: boolean): Promise<boolean> {
  const { siteName, siteTz } = config();
  return em().transactional(async (manager) => {
    const { id, expiresAt } = member;
    const marked = await MARK.first({ days, id, expiresAt }, manager);
    if (!marked) return false;
    const mail = expiryMail(siteName, { ...member, forSale }, siteTz);
    await queueMail(manager, { to: member.email, content: mail, dedupeKey: marked.cause });
    return true;
  });
}
