import { effectiveTierSql } from "db/effective-tier";
import { DELIVERY_STATES, type DeliveryState, EditionMember } from "db/entities/edition";
import { TIERS } from "db/entities/member";
import type { Newsletter } from "db/entities/newsletter";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { isReachable } from "~/access/wanted-emails.server";
import { isSuppressed } from "~/features/mail/suppressions.queries.server";
import { hasAccount, isSubscribed, wantsNewsletter } from "./choices.queries.server";

/** Readers of one statement: 5,000 take about a second, and a statement may take 4.5. */
const SLICE = 5_000;

const FILLED = { isFilled: bool };

const AFTER = sql`id > (select coalesce(filled_to, '00000000-0000-0000-0000-000000000000')
                     from editions where id = ${uuid("editionId")})`;

/** One order for members and subscribers: their random ids never meet. */
const FILL = statement("edition-members.fill", FILLED)`
  with slice as (
    (select id from members where ${AFTER} order by id limit ${SLICE}) union all
    (select id from subscribers where ${AFTER} order by id limit ${SLICE})
     order by id limit ${SLICE}),
  added as (
    insert into edition_members (edition_id, member_id, subscriber_id)
    select ${uuid("editionId")}::uuid, m.id, null::uuid from slice
      cross join lateral (select * from members where id = slice.id limit 1) as m
     where ${isReachable("m")} and ${wantsNewsletter("m")}
    union all
    select ${uuid("editionId")}::uuid, null::uuid, s.id from slice
      cross join lateral (select * from subscribers where id = slice.id limit 1) as s
     where ${isSubscribed("s")} and not ${hasAccount("s")}
    on conflict do nothing returning 1)
  update editions e
     set filled_to = coalesce((select id from slice order by id desc limit 1), filled_to),
         filled_at = case when (select count(*) from slice) < ${SLICE} then now() end,
         total = total + (select count(*) from added)
   where id = ${uuid("editionId")} returning filled_at is not null as "isFilled"`;

/** Lists the next readers who get the edition. @returns whether all are listed */
export async function listReaders(
  editionId: string,
  newsletter: Newsletter,
  manager: EntityManager,
): Promise<boolean> {
  return (await FILL.first({ editionId, newsletter }, manager))?.isFilled ?? true;
}

const CLAIMED = {
  ...columnsAs("e", EditionMember, "id", "attempts", "version"),
  state: literal(DELIVERY_STATES).from`e.state`,
  readerId: uuid.from`coalesce(e.member_id, e.subscriber_id)`,
  to: text.from`d.email`,
};
export type ClaimedReader = RowOf<typeof CLAIMED>;

const READS_ALL = sql`(case when m.id is null then ${bool("isForEverybody")}
                            else ${raw(effectiveTierSql("m"))} = any(${array(literal(TIERS))("wholeTiers")}) end)`;

/**
 * Decides at this moment who of the next readers gets what: nobody whose account has ended, who unsubscribed,
 * whose address is suppressed, or who may read nothing of it.
 */
const CLAIM = statement("edition-members.claim", CLAIMED)`
  with picked as (
    select id, member_id, subscriber_id, due_at from edition_members
     where edition_id = ${uuid("editionId")} and state = 'waiting' and due_at <= now()
     order by due_at, id limit ${int("lookedAt")} for update skip locked),
  decided as (
    select p.id, p.due_at, coalesce(m.email, s.email) as email,
           case when m.id is not null and not ${isReachable("m")} then 'The account is closed or not active.'
                when s.id is not null and ${hasAccount("s")} then 'The address has an account now.'
                when not case when m.id is null then ${isSubscribed("s")} else ${wantsNewsletter("m")} end then 'Unsubscribed.'
                when ${isSuppressed("coalesce(m.email, s.email)")} then 'The address cannot be reached, or its owner complained.'
                when not (${READS_ALL} or ${bool("hasTeaser")}) then 'The membership does not include it.' end as reason,
           case when ${READS_ALL} then 'whole' else 'teaser' end as extent
      from picked p left join members m on m.id = p.member_id left join subscribers s on s.id = p.subscriber_id),
  numbered as (
    select decided.*, row_number() over (partition by reason is null order by due_at, id) as number from decided)
  update edition_members e
     set state = case when d.reason is null then 'sending' else 'skipped' end, reason = d.reason,
         extent = case when d.reason is null then d.extent end, attempts = e.attempts + 1,
         sent_to = case when d.reason is null then d.email end
    from numbered d where e.id = d.id and (d.reason is not null or d.number <= ${int("limit")})
  returning ${CLAIMED}`;

type Claim = {
  editionId: string;
  newsletter: Newsletter;
  /** The tiers that read the record in full. */
  wholeTiers: (typeof TIERS)[number][];
  /** Readers without an account read it in full. */
  isForEverybody: boolean;
  hasTeaser: boolean;
  limit: number;
};

/** Readers looked at for each one that is claimed: of many newsletters most readers get nothing. */
const LOOKED_AT = 10;

/** Claims up to `limit` readers. Those before them who get nothing are marked as skipped. */
export const claimReaders = (claim: Claim, manager: EntityManager): Promise<ClaimedReader[]> =>
  CLAIM.all({ ...claim, lookedAt: claim.limit * LOOKED_AT }, manager);

const SKIP = command("edition-members.add-skipped")`
  update editions set skipped = skipped + ${int("skipped")}::int where id = ${uuid("editionId")}`;

/** Adds to the total of an edition, in the transaction that skips its readers. */
export const addSkipped = (editionId: string, skipped: number, manager: EntityManager): Promise<void> =>
  SKIP.run({ editionId, skipped }, manager);

/** One statement with the totals: every way to the database is one for each batch of an edition. */
const RECORD = command("edition-members.record")`
  with recorded as (
    update edition_members e
       set state = r.state, reason = r.reason, attempts = e.attempts - case when r.counts then 0 else 1 end, due_at = now() + make_interval(secs => r.wait),
           sent_at = case when r.state = 'sent' then now() end
      from unnest(${array(uuid)("ids")}::uuid[], ${array(text)("states")}::text[], ${array(text.orNull)("reasons")}::text[],
                  ${array(int)("waits")}::int[], ${array(bool)("counts")}::bool[]) as r (id, state, reason, wait, counts)
     where e.id = r.id and e.state = 'sending' returning e.state),
  counted as (
    select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'unknown')::int as unknown from recorded)
  update editions e set sent = e.sent + c.sent, failed = e.failed + c.failed, unknown = e.unknown + c.unknown
    from counted c where e.id = ${uuid("editionId")}`;

export type Outcome = {
  id: string;
  state: DeliveryState;
  reason: string | null;
  waitSeconds: number;
  /** False if this was no attempt: the mail server could not be reached at all. */
  counts: boolean;
};

/**
 * Records what became of claimed readers of an edition, and adds it to its totals. Those that another holder of the
 * lease has marked as unknown stay so.
 */
export const recordOutcomes = (
  editionId: string,
  outcomes: readonly Outcome[],
  manager?: EntityManager,
): Promise<void> =>
  RECORD.run(
    {
      editionId,
      ids: outcomes.map(({ id }) => id),
      states: outcomes.map(({ state }) => state),
      reasons: outcomes.map(({ reason }) => reason),
      waits: outcomes.map(({ waitSeconds }) => waitSeconds),
      counts: outcomes.map(({ counts }) => counts),
    },
    manager,
  );

const MARK_INTERRUPTED = command("edition-members.interrupted")`
  with lost as (
    update edition_members set state = 'unknown', reason = 'The server stopped while it was being sent.'
     where state = 'sending' returning edition_id),
  counted as (select edition_id, count(*)::int as lost from lost group by edition_id)
  update editions e set unknown = unknown + counted.lost from counted where e.id = counted.edition_id`;

/** What a dead process had on its way: the mail server may have it or not. Only for the lease's new holder. */
export const markInterrupted = (): Promise<void> => MARK_INTERRUPTED.run();

const INTERRUPTED = statement("edition-members.any-sending", { id: uuid })`
  select id from edition_members where state = 'sending' limit 1`;

/** Whether anything is on its way, or was when its sender died. */
export const hasEmailsOnTheirWay = async (): Promise<boolean> => (await INTERRUPTED.first()) !== undefined;

/** What failed before the request is left to be returned while a sending edition has `ended_at`. */
const RETURNED = { count: int };
const RETURN_UNSENT = statement("edition-members.return-unsent", RETURNED)`
  with held as (
    select id, case when state = 'done' then now()::timestamptz(3) else ended_at end as asked_at
      from editions where id = ${uuid("editionId")} and state = ${literal(["done", "sending"])("from")} for no key update),
  chosen as (
    select m.id, m.state from edition_members m join held on held.id = m.edition_id
     where m.state in ('failed', 'unknown') and m.due_at < held.asked_at
     order by m.state, m.id limit ${int("limit")} for update of m),
  returned as (
    update edition_members m set state = 'waiting', due_at = now(), reason = null, attempts = 0
      from chosen where m.id = chosen.id returning chosen.state),
  counted as (
    select count(*) filter (where state = 'failed')::int as failed,
           count(*) filter (where state = 'unknown')::int as unknown from returned)
  update editions e set failed = e.failed - counted.failed, unknown = e.unknown - counted.unknown,
         state = 'sending', ended_at = case when counted.failed + counted.unknown = ${int("limit")} then held.asked_at end
    from counted, held where e.id = held.id and (e.state = 'sending' or counted.failed + counted.unknown > 0)
  returning counted.failed + counted.unknown as count`;

/**
 * Sends again to readers whose email failed or may be lost, at the request of staff. The sender does the same with the
 * next of them, until none is left that failed before the request.
 * @param from the edition's state: `done` for the request, `sending` for what follows
 * @param limit readers of one statement
 * @returns how many
 */
export async function returnUnsent(
  editionId: string,
  from: "done" | "sending",
  manager: EntityManager,
  limit = SLICE,
): Promise<number> {
  return (await RETURN_UNSENT.first({ editionId, from, limit }, manager))?.count ?? 0;
}

/** @property lastMinute emails that left in the last minute @property nextAt when the next reader's attempt may be */
const PACE = {
  lastMinute: int.from`(select count(*)::int from edition_members
    where edition_id = e.id and state = 'sent' and sent_at > now() - interval '1 minute')`,
  nextAt: timestamp.orNull.from`(select due_at from edition_members
    where edition_id = e.id and state = 'waiting' order by due_at, id limit 1)`,
};
const PACE_OF = statement(
  "edition-members.pace",
  PACE,
)`select ${PACE} from editions e where id = ${uuid("editionId")}`;

/** How fast an edition is being sent, and what it waits for. */
export const readPace = (editionId: string): Promise<RowOf<typeof PACE> | undefined> =>
  PACE_OF.first({ editionId });

/** Deletes a batch of what readers got more than 90 days ago; the totals of editions stay. @returns how many */
export const sweepDeliveries = sweep(
  "edition-members.sweep",
  "edition_members",
  `due_at < now() - interval '90 days' and (state not in ('waiting', 'sending')
     or exists (select from editions e where e.id = edition_id and e.state in ('cancelled', 'done')))`,
);
