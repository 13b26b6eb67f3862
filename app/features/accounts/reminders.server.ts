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

/** The email's cause: this end, at this many days before it. */
const CAUSE = text.from`'expiry:' || ${int("days")}::int || ':' || m.id || ':' || extract(epoch from m.subscription_expires_at)`;

/**
 * Days before the current end at which the member got a reminder, 0 for never; matches the index expression.
 */
const REMINDED = sql`case when m.reminded_end = m.subscription_expires_at then m.reminded_days else 0 end`;

/** Members per run, which takes about a second. */
const AT_ONCE = 200;

const ending = <Args>(reminded: Fragment<Args>) => sql`
  (select m.* from members m
    where ${reminded} and subscription_expires_at > now() + make_interval(days => ${int("nextStep")})
      and subscription_expires_at <= now() + make_interval(days => ${int("days")})
      and subscription <> 'Basic' and status = 'active' and deletion_requested_at is null and remind_by_mail
    order by subscription_expires_at limit ${AT_ONCE})`;

/** Each part uses the reminder index; one condition with 'or' would read every membership that ends soon. */
const UNTOLD = statement("reminders.untold", EXPIRING)`
  select ${EXPIRING} from (
    ${ending(sql`${REMINDED} = 0`)} union all
    ${ending(sql`${REMINDED} = any(${array(int)("earlierSteps")}::int[])`)}) as m
   ${HELD_BY_TRIAL}
   order by subscription_expires_at limit ${AT_ONCE}`;

/** Skips members whose end has moved since the read, or who turned reminders off. */
const MARK = statement("reminders.mark", { cause: CAUSE })`
  update members m set reminded_end = subscription_expires_at, reminded_days = ${int("days")}
   where id = ${uuid("id")} and subscription_expires_at = ${timestamp("expiresAt")} and remind_by_mail
  returning ${{ cause: CAUSE }}`;

/**
 * Queues the emails "ends in 7 days" and "ends in 1 day", once per end; a moved end counts as a new cause. A
 * late run still states the days left. Processes one batch. @returns how many members get a reminder
 */
export async function remindOfExpiry(): Promise<number> {
  let reminded = 0;
  const forSale = await sellsAnything();
  for (const days of REMIND_DAYS) {
    const nextStep = REMIND_DAYS.find((step) => step < days) ?? 0;
    const earlierSteps = REMIND_DAYS.filter((step) => step > days);
    const batch = await UNTOLD.all({ days, nextStep, earlierSteps });
    for (const member of batch) reminded += (await remind(member, days, forSale)) ? 1 : 0;
  }
  return reminded;
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
