import { randomUUID } from "node:crypto";
import type { Newsletter } from "db/entities/newsletter";
import { type EntityManager, em } from "db/orm.server";
import { array, bool, int, sql, text, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { liftBounce, liftComplaint } from "~/features/mail/suppressions.queries.server";
import { hasAccount } from "./choices.queries.server";
import { newsletterParam } from "./newsletter-param.server";

const names = array(newsletterParam);

const REQUESTED = { id: uuid.from`s.id`, hasAccount: bool.from`${hasAccount("s")}` };
const REQUEST = statement("subscribers.request", REQUESTED)`
  insert into subscribers as s (email, requested) values (${text("email")}, ${names("requested")}::text[])
  on conflict (email) do update
     set requested = array(select distinct unnest(s.requested || excluded.requested)), changed_at = now()
  returning ${REQUESTED}`;

/**
 * Keeps what was requested for an address, by anybody, until its owner confirms it. What they get already stays.
 * @param email normalised
 */
export async function requestNewsletters(
  request: { email: string; requested: Newsletter[] },
  manager: EntityManager,
): Promise<{ id: string; hasAccount: boolean }> {
  const found = await REQUEST.first(request, manager);
  if (!found) throw new Error("a subscriber was not kept");
  return found;
}

const ASKED = {
  newsletters: names.from`array(select distinct unnest(newsletters || requested))`,
};
const PENDING = statement("subscribers.pending", ASKED)`
  select ${ASKED} from subscribers where email is not null and id = ${uuid("id")}`;

/** What a subscriber gets after confirming. Undefined if there is no such subscriber. */
export const pendingNewsletters = async (id: string): Promise<Newsletter[] | undefined> =>
  present(await PENDING.first({ id }));

const CONFIRMED = { ...ASKED, email: text.present.from`email::text` };
const CONFIRM = statement("subscribers.confirm", CONFIRMED)`
  update subscribers
     set newsletters = array(select distinct unnest(newsletters || requested)), requested = '{}',
         confirmed_at = now(), changed_at = now()
   where email is not null and id = ${uuid("id")} returning ${CONFIRMED}`;

/** Confirms the address and starts what was requested. Undefined if there is no such subscriber. */
export const confirmSubscriber = async (id: string): Promise<Newsletter[] | undefined> =>
  em().transactional(async (manager) => {
    const confirmed = await CONFIRM.first({ id }, manager);
    if (confirmed) {
      await liftBounce(confirmed.email, manager);
      await liftComplaint(confirmed.email, manager);
    }
    return present(confirmed);
  });

/** A subscriber who ended everything has nothing to confirm. */
const present = (found: { newsletters: Newsletter[] } | undefined) =>
  found && found.newsletters.length > 0 ? found.newsletters : undefined;

/** The cause of the emails that ask a subscriber to confirm. */
export const requestCause = (subscriberId: string): string => `newsletters:${subscriberId}:${randomUUID()}`;

/** Newsletters that ended 90 days ago; readers of an earlier one had theirs taken already. */
const LONG_ENDED = sql`select newsletter from newsletters
   where ended_at between now() - interval '100 days' and now() - interval '90 days'`;

const LEFT = { count: int.from`(select count(*)::int from changed)` };
const LEAVE_ENDED = statement("subscribers.leave-ended", LEFT)`
  with changed as (
    update subscribers s set newsletters = array(select unnest(s.newsletters) except ${LONG_ENDED})
     where id = any(array(
       select id from subscribers where exists (${LONG_ENDED}) and newsletters && array(${LONG_ENDED}) order by id limit 1000 for update skip locked))
    returning 1)
  select ${LEFT}`;

/**
 * Takes newsletters that ended 90 days ago from a batch of their subscribers: those without another are then deleted. Members
 * keep their choice. @returns how many had one
 */
export const leaveEndedNewsletters = async (): Promise<number> => (await LEAVE_ENDED.first())?.count ?? 0;

const SWEPT = { count: int.from`(select count(*)::int from gone)` };
const SWEEP = statement("subscribers.sweep", SWEPT)`
  with gone as (
    delete from subscribers where id = any(array(
      select id from subscribers
       where newsletters = '{}' and member_id is null and changed_at < now() - interval '30 days'
       order by changed_at limit 500 for update skip locked)) returning id),
  mails_gone as (
    delete from mails m using gone
     where m.cause >= 'newsletters:' || gone.id || ':' and m.cause < 'newsletters:' || gone.id || ';')
  select ${SWEPT}`;

/**
 * Deletes a batch of subscribers who confirmed nothing, or ended everything, a month ago, with the emails that
 * asked them. @returns how many
 */
export const sweepSubscribers = async (): Promise<number> => (await SWEEP.first())?.count ?? 0;
