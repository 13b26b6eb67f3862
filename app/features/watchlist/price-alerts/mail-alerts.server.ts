import { PriceAlertFiring } from "db/entities/price-alert-firing";
import { columnsAs } from "db/entity-columns.server";
import { em } from "db/orm.server";
import { array, bool, day, decimal, int, literal, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type MemberAccount, memberById } from "~/access/member-account.queries.server";
import type { MemberViewer } from "~/auth/viewer.server";
import {
  type Company,
  companiesByIds,
  readingOf,
} from "~/features/companies/company-by-symbol.queries.server";
import { queueMail } from "~/features/mail/queue.server";
import { pushPriceAlerts } from "~/features/newsletters/push/queue-push.server";
import { priceAlertToken } from "~/features/newsletters/unsubscribe-token.server";
import { config } from "~/platform/config.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { PRICE_ALERT_MAIL_QUEUE } from "~/platform/jobs/queue-names";
import { log } from "~/platform/log.server";
import { isStopping } from "~/platform/stopping-flag.server";
import { priceAlertMail } from "./price-alert-mail";
import { wantsAlertMails } from "./price-alerts.queries.server";
import { ALERT_KINDS, STOP_MAILS_PATH } from "./price-alerts.rules";

/** Members of one read. */
const AT_ONCE = 200;

/** A member's email waits for this long after the first alert, for what else fires. Seconds. */
const COLLECTS = 60;

const DUE = statement("price-alerts.due-mails", { memberId: uuid.from`member_id` })`
  select member_id as "memberId" from price_alert_firings
   where mail_decided_at is null and created_at < now() - make_interval(secs => ${int("seconds")})
     and member_id <> all(${array(uuid)("except")}::uuid[])
   group by member_id order by min(created_at) limit ${AT_ONCE}`;

const WAITING = {
  ...columnsAs("f", PriceAlertFiring, "id"),
  companyId: uuid.from`coalesce(i.merged_into, i.id)`,
  kind: literal(ALERT_KINDS).from`f.kind`,
  level: decimal.from`f.level`,
  price: decimal.from`f.price`,
  moved: decimal.orNull.from`f.moved`,
  day: day.from`f.day`,
  /** Nobody wants to hear of yesterday's price today. */
  isOld: bool.from`f.created_at < now() - interval '24 hours'`,
};
type WaitingFiring = RowOf<typeof WAITING>;

const OF_MEMBER = statement("price-alerts.waiting", WAITING)`
  select ${WAITING} from price_alert_firings f join instruments i on i.id = f.instrument_id
   where f.member_id = ${uuid("memberId")} and f.mail_decided_at is null order by f.created_at, f.id limit 1000`;

/** Another job may have decided some of them. */
const DECIDE = statement("price-alerts.decide-mail", { id: uuid })`
  update price_alert_firings set mail_decided_at = now()
   where id = any(${array(uuid)("ids")}::uuid[]) and mail_decided_at is null returning id`;

/** The queue gives a job that takes two minutes to another server as well. Milliseconds. */
const BUDGET_MS = 60_000;

/**
 * Queues one email, and one push to the devices, for each member whose alerts fired a minute ago or earlier. A member whose email fails waits
 * for the next job, an hour at most; the others get theirs.
 * @param seconds how long a member's first alert waits for others
 */
export async function mailAlerts(seconds = COLLECTS): Promise<void> {
  const until = performance.now() + BUDGET_MS;
  const failed: string[] = [];
  for (;;) {
    const due = await DUE.all({ seconds, except: failed });
    if (due.length === 0) return;
    for (const { memberId } of due) {
      if (performance.now() > until || isStopping()) return enqueue(PRICE_ALERT_MAIL_QUEUE, {}, SOON);
      try {
        await mailMember(memberId);
      } catch (error) {
        log().error({ memberId, err: error }, "price alerts not mailed");
        failed.push(memberId);
      }
    }
  }
}

/** A stopping server skips its jobs and must not take the same job repeatedly. */
const SOON = { delaySeconds: 5 };

/** Who may know of what is decided here, again: since an alert was set, its member's access may have ended. */
async function mailMember(memberId: string): Promise<void> {
  const [member, wanted, waiting] = await Promise.all([
    memberById(memberId),
    wantsAlertMails({ id: memberId }),
    OF_MEMBER.all({ memberId }),
  ]);
  const companies = member && mayHear(member) ? await companiesFor(member, waiting) : undefined;
  await em().transactional(async (manager) => {
    const ids = waiting.map(({ id }) => id);
    const decided = new Set((await DECIDE.all({ ids }, manager)).map(({ id }) => id));
    const fired = waiting.flatMap(({ companyId, isOld, ...firing }) => {
      const company = companies?.get(companyId);
      return company && !isOld && decided.has(firing.id) ? [{ ...firing, company }] : [];
    });
    const [first] = fired;
    if (!member || !first) return;
    await pushPriceAlerts(memberId, manager);
    if (!wanted) return;
    const stopPath = `${STOP_MAILS_PATH}/${await priceAlertToken(memberId)}`;
    const { firstname } = member;
    const content = priceAlertMail(config().siteName, { firstname, fired, stopPath });
    await queueMail(manager, {
      to: member.email,
      content,
      dedupeKey: `price-alert:${first.id}`,
      isOneOfMany: true,
    });
  });
}

const mayHear = ({ status, deletionRequestedAt }: MemberAccount): boolean =>
  status === "active" && deletionRequestedAt === null;

function companiesFor(
  { id, firstname, lastname, email, subscription: tier }: MemberAccount,
  waiting: readonly WaitingFiring[],
): Promise<Map<string, Company>> {
  const viewer: MemberViewer = { kind: "member", id, sessionId: "", firstname, lastname, email, tier };
  return companiesByIds([...new Set(waiting.map(({ companyId }) => companyId))], readingOf(viewer));
}
