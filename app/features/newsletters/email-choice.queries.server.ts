import { Edition } from "db/entities/edition";
import type { Newsletter } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, type Fragment, type RowOf, raw, sql, text, uuid } from "db/sql";
import { forEachOf, statement } from "db/statement.server";
import { OF_RECORDS, RECORD_TABLES } from "./record-tables.server";

/** A newsletter of every site that sends records. */
export type RecordNewsletter = (typeof OF_RECORDS)[number];

const MADE = columns(
  Edition,
  ...(["id", "newsletter", "subject", "state", "followsRecord", "startsAt", "startedAt"] as const),
);

/** An edition of a record, as its form needs it. */
export type MadeEdition = RowOf<typeof MADE>;

const OF_RECORD = statement("editions.all-of-record", MADE)`
  select ${MADE} from editions where newsletter = any(${array(text)("newsletters")}) and record_id = ${uuid("recordId")}
   order by created_at, id`;

/** The record's editions with these newsletters. @param within the transaction that saves the record */
export const editionsOfRecord = (
  newsletters: readonly Newsletter[],
  recordId: string,
  within?: EntityManager,
): Promise<MadeEdition[]> => OF_RECORD.all({ newsletters: [...newsletters], recordId }, within);

/** Published for the first time, the record gets the time of its publication: so an automatic newsletter sends it. */
const NOT_OUT: Record<RecordNewsletter, Fragment<object>> = {
  alerts: sql`r.status = 'draft'`,
  briefs: sql`coalesce(r.first_published_at > now(), true)`,
  news: sql`coalesce(r.first_published_at > now(), true)`,
};

/** As `UNSENT` of start-editions.server.ts will find it. */
const sentAutomatically = (newsletter: RecordNewsletter) => sql`
  ${RECORD_TABLES[newsletter]} r join newsletters n on n.newsletter = ${raw(`'${newsletter}'`)}
     and (${NOT_OUT[newsletter]} or r.created_at >= greatest(n.automatic_since, now() - interval '1 day'))
   where r.id = ${uuid("recordId")} and n.automatic_since is not null`;

const GOES_OUT = forEachOf(
  OF_RECORDS,
  (newsletter) => statement(`editions.goes-out, ${newsletter}`, { goesOut: bool.from`true` })`
    select true as "goesOut" from ${sentAutomatically(newsletter)}`,
);

/** Whether the newsletter sends the record when it is published without anybody asking, if it has no edition. */
export const goesOutAutomatically = async (
  newsletter: RecordNewsletter,
  recordId: string,
): Promise<boolean> => (await GOES_OUT[newsletter].first({ recordId })) !== undefined;

const ID = columns(Edition, "id");

const REASON = sql`'Staff chose not to send it.'`;
const NAMED = columns(Edition, "id", "subject");

const TAKE_BACK = statement("editions.take-back", NAMED)`
  update editions set state = 'cancelled', ended_at = now(), reason = ${REASON}
   where newsletter = any(${array(text)("newsletters")}) and record_id = ${uuid("recordId")}
     and state in ('planned', 'paused', 'stalled') and started_at is null
  returning id, subject`;

/** Cancels what is planned for the record. @returns what was */
export const takeBack = (
  newsletters: readonly Newsletter[],
  recordId: string,
  manager: EntityManager,
): Promise<RowOf<typeof NAMED>[]> => TAKE_BACK.all({ newsletters: [...newsletters], recordId }, manager);

const HOLD_BACK = forEachOf(
  OF_RECORDS,
  (newsletter) => statement(`editions.hold-back, ${newsletter}`, ID)`
    insert into editions (newsletter, record_id, subject, preview, follows_record, staff_name, state, ended_at, reason)
    select n.newsletter, r.id, ${text("subject")}, ${text("preview")}, true, ${text("staffName")}, 'cancelled', now(), ${REASON}
      from ${sentAutomatically(newsletter)}
    on conflict (newsletter, record_id) do nothing returning id`,
);

/** Keeps an automatic newsletter from sending the record. @returns the cancelled edition, or undefined if it does not send it anyway */
export const holdBack = async (
  newsletter: RecordNewsletter,
  held: { recordId: string; subject: string; preview: string; staffName: string },
  manager: EntityManager,
): Promise<string | undefined> => (await HOLD_BACK[newsletter].first(held, manager))?.id;
