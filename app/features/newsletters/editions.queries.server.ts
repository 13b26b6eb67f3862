import { countedTotal, type Total } from "db/count.server";
import {
  type DeliveryState,
  EDITION_STATES,
  Edition,
  EditionMember,
  type EditionState,
} from "db/entities/edition";
import type { Newsletter } from "db/entities/newsletter";
import { columns, columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import type { PageRange } from "~/web/paging";
import { newsletterParam } from "./newsletter-param.server";

export type { DeliveryState, EditionState };

const LISTED = {
  ...columns(
    Edition,
    ...(["id", "createdAt", "newsletter", "recordId", "subject", "preview", "followsRecord"] as const),
    ...(["state", "reason", "staffName", "startsAt", "startedAt", "endedAt", "retryAt", "filledAt"] as const),
    ...(["total", "sent", "skipped", "failed", "unknown"] as const),
  ),
  clicks: int.from`coalesce(clicks, 0)`,
  unsubscribed: int.from`coalesce(unsubscribed, 0)`,
  bounced: int.from`coalesce(bounced, 0)`,
};
const EDITIONS = sql`editions left join edition_counts on edition_id = id`;

/** An edition as staff see it. */
export type ListedEdition = RowOf<typeof LISTED>;

const NEWEST = statement("editions.newest", LISTED)`
  select ${LISTED} from ${EDITIONS} order by created_at desc, id desc limit ${int("limit")} offset ${int("offset")}`;
const countEditions = countedTotal("editions.count")`editions order by created_at`;

/** A page of editions, newest first, and how many there are. */
export async function editionsPage(range: PageRange): Promise<{ editions: ListedEdition[] } & Total> {
  const [editions, counted] = await Promise.all([NEWEST.all(range), countEditions()]);
  return { editions, ...counted };
}

const BY_ID = statement("editions.by-id", LISTED)`select ${LISTED} from ${EDITIONS} where id = ${uuid("id")}`;
const OF_RECORD = statement("editions.of-record", LISTED)`
  select ${LISTED} from ${EDITIONS} where newsletter = ${newsletterParam("newsletter")} and record_id = ${uuid("recordId")}`;

/** @param id a UUID */
export const editionById = (id: string): Promise<ListedEdition | undefined> => BY_ID.first({ id });

/** The edition of a record, if it has one. */
export const editionOfRecord = (
  newsletter: Newsletter,
  recordId: string,
): Promise<ListedEdition | undefined> => OF_RECORD.first({ newsletter, recordId });

const AUTOMATE = command("newsletters.automate")`
  update newsletters set automatic_since = case when ${bool("isAutomatic")} then coalesce(automatic_since, now()) end
   where newsletter = ${newsletterParam("newsletter")}`;

/** Sends every record that is published from now on, or only those that staff choose. */
export const automate = (
  setting: { newsletter: Newsletter; isAutomatic: boolean },
  manager?: EntityManager,
): Promise<void> => AUTOMATE.run(setting, manager);

const TO = literal(EDITION_STATES)("to");

/** One without a text is planned, not sent. A moment at which it ended stays, while readers are returned. */
const MOVE = statement("editions.move", { id: uuid })`
  update editions set
         state = case when ${TO} = 'sending' and not exists (select from edition_bodies b where b.edition_id = editions.id)
                   then 'planned' else ${TO} end,
         reason = ${text.orNull("reason")}, retry_at = null,
         ended_at = case ${TO} when 'cancelled' then now() when 'planned' then null else ended_at end
   where id = ${uuid("id")} and state = any(${array(literal(EDITION_STATES))("from")}) returning id`;

const FORGET_BODIES = command("editions.forget-bodies")`
  delete from edition_bodies where edition_id = ${uuid("id")}`;

type Move = { id: string; from: EditionState[]; to: EditionState; reason: string | null };

/**
 * Changes an edition's state. A planned one gets the text of its record when it starts.
 * @returns false if it is in none of the states `from` any more
 */
export async function moveEdition(move: Move, manager: EntityManager): Promise<boolean> {
  if (!(await MOVE.first(move, manager))) return false;
  if (move.to === "planned") await FORGET_BODIES.run({ id: move.id }, manager);
  return true;
}

const PROBLEM = {
  reader: text.from`coalesce(m.firstname || ' ' || m.lastname, s.email)`,
  memberId: uuid.orNull.from`m.id`,
  state: literal(["failed", "unknown"]).from`e.state`,
  reason: text.orNull.from`e.reason`,
};
const PROBLEMS = statement("editions.problems", PROBLEM)`
  select ${PROBLEM} from edition_members e
    left join members m on m.id = e.member_id left join subscribers s on s.id = e.subscriber_id
   where e.edition_id = ${uuid("id")} and e.state in ('failed', 'unknown') order by e.state, e.id limit 50`;

/** The first readers whose email failed, or may be lost. */
export const editionProblems = (id: string) => PROBLEMS.all({ id });

const OF_MEMBER = {
  ...columnsAs("e", EditionMember, "id", "state", "version", "reason", "sentAt"),
  editionId: uuid.from`e.edition_id`,
  subject: text.from`n.subject`,
};

/** An edition's email to one member. */
export type MemberEdition = RowOf<typeof OF_MEMBER>;

const NEWEST_OF_MEMBER = statement("editions.newest-of-member", OF_MEMBER)`
  select ${OF_MEMBER} from edition_members e join editions n on n.id = e.edition_id
   where e.member_id = ${uuid("memberId")} order by e.due_at desc, e.id desc limit 10`;

/** The newest of a member's newsletter emails. */
export const newestEditionsOf = (memberId: string): Promise<MemberEdition[]> =>
  NEWEST_OF_MEMBER.all({ memberId });

const STALL = command("editions.stall")`
  update editions set state = 'stalled', retry_at = null,
         reason = 'The database was restored from a backup. Readers who got this email after the backup would get it again.'
   where state in ('planned', 'sending')`;
const STOP_AUTOMATIC = command("newsletters.stop-automatic")`update newsletters set automatic_since = null`;

/** After a restored backup nobody knows what was sent since, so staff decide about every edition. */
export async function holdEditions(manager: EntityManager): Promise<void> {
  await STALL.run({}, manager);
  await STOP_AUTOMATIC.run({}, manager);
}
