import { randomUUID } from "node:crypto";
import { EDITION_VERSIONS, Edition, type EditionVersion } from "db/entities/edition";
import { NEWSLETTERS, type Newsletter } from "db/entities/newsletter";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em, isDatabaseUnavailable } from "db/orm.server";
import { PUBLISHED } from "db/published";
import { array, bool, literal, type RowOf, raw, sql, text, timestamp, uuid } from "db/sql";
import { command, forEachOf, statement } from "db/statement.server";
import type { MailSite } from "~/features/mail/mail-content";
import { mailSite } from "~/features/mail/queue.server";
import { TOKEN_SLOT } from "~/features/mail/render-mail";
import { log } from "~/platform/log.server";
import { postEdition } from "./channels/queue-posts.server";
import { unsentWeek } from "./digest-content.server";
import { editionContent } from "./edition-content.server";
import { editionHtml, editionPlainText } from "./edition-html";
import type { EditionContent, EditionText } from "./edition-text";
import { editionCode } from "./edition-word.rules";
import { newsletterParam } from "./newsletter-param.server";
import { HAS_ENDED_REASON, hasEnded, newsletterNamed } from "./newsletters.queries.server";
import { pushEdition } from "./push/queue-push.server";
import { OF_RECORDS, RECORD_TABLES } from "./record-tables.server";
import { unsubscribePath } from "./unsubscribe-address";

const EDITION = columns(Edition, "id", "newsletter", "recordId", "subject", "preview", "followsRecord");

const recordOf = (newsletter: keyof typeof RECORD_TABLES) =>
  sql`select from ${RECORD_TABLES[newsletter]} r where r.id = e.record_id and ${PUBLISHED}`;

/** Planned editions whose minute has come and whose record has been published. */
const DUE = statement("editions.due", EDITION)`
  select ${EDITION} from editions e where state = 'planned' and coalesce(starts_at <= now(), true) and case newsletter
    when 'alerts' then exists (${recordOf("alerts")})
    when 'briefs' then exists (${recordOf("briefs")})
    when 'weekly' then true else exists (${recordOf("news")}) end
   order by created_at, id limit 20`;

const recordIn = (newsletter: keyof typeof RECORD_TABLES) =>
  sql`exists (select from ${RECORD_TABLES[newsletter]} r where r.id = e.record_id)`;

const CANCEL_OF_DELETED = statement("editions.cancel-of-deleted", { id: uuid })`
  update editions set state = 'cancelled', ended_at = now(), reason = 'What it was to send has been deleted.'
   where id = any(array(
     select id from editions e
      where state in ('planned', 'paused', 'stalled') and started_at is null and newsletter <> 'weekly'
        and not case newsletter when 'alerts' then ${recordIn("alerts")} when 'briefs' then ${recordIn("briefs")}
                  else ${recordIn("news")} end
      order by id limit 500))
  returning id`;

/** Cancels a batch of editions that wait for a deleted record: nothing would ever start them. @returns how many */
export const cancelEditionsOfDeleted = async (): Promise<number> => (await CANCEL_OF_DELETED.all()).length;

/** Records older than a day are no news to anybody. */
const AUTOMATIC = {
  newsletter: literal(NEWSLETTERS),
  since: timestamp.from`greatest(automatic_since, now() - interval '1 day')`,
  now: timestamp.from`now()`,
};
const ALL_AUTOMATIC = statement("newsletters.automatic", AUTOMATIC)`
  select ${AUTOMATIC} from newsletters where automatic_since is not null`;

const RECORD = { recordId: uuid.from`r.id` };
const UNSENT = forEachOf(
  OF_RECORDS,
  (newsletter) => statement(`editions.unsent, ${newsletter}`, RECORD)`
    select ${RECORD} from ${RECORD_TABLES[newsletter]} r
      left join lateral (
       select e.id from editions e where e.newsletter = ${raw(`'${newsletter}'`)} and e.record_id = r.id limit 1
      ) as planned on true
     where r.created_at >= ${timestamp("since")} and ${PUBLISHED} and planned.id is null
     order by r.created_at, r.id limit 20`,
);

type Unsent = { newsletter: Newsletter; recordId: string };

/** Records and weeks that an automatic newsletter has not sent. */
async function unsentRecords(): Promise<Unsent[]> {
  const found: Unsent[] = [];
  for (const { newsletter, since, now } of await ALL_AUTOMATIC.all()) {
    const records =
      newsletter === "weekly" ? await unsentWeek(since, now) : await UNSENT[newsletter].all({ since });
    for (const { recordId } of records) found.push({ newsletter, recordId });
  }
  return found;
}

/** Whether a published record waits for its edition. */
export const hasEditionsToStart = async (): Promise<boolean> =>
  (await DUE.first()) !== undefined || (await unsentRecords()).length > 0;

const PLAN = statement("editions.plan", columns(Edition, "id"))`
  insert into editions (id, newsletter, record_id, subject, preview, follows_record, staff_name, starts_at)
  values (${uuid("id")}, ${newsletterParam("newsletter")}, ${uuid("recordId")}, ${text("subject")},
          ${text("preview")}, ${bool("followsRecord")}, ${text.orNull("staffName")}, ${timestamp.orNull("startsAt")})
  on conflict (newsletter, record_id) do update set
     state = 'planned', subject = excluded.subject, preview = excluded.preview, follows_record = excluded.follows_record,
     staff_name = excluded.staff_name, starts_at = excluded.starts_at, ended_at = null, reason = null
   where excluded.staff_name is not null and editions.started_at is null
     and (editions.state = 'cancelled'
       or editions.state = 'planned' and editions.follows_record and not excluded.follows_record)
  returning id`;

type Planned = {
  newsletter: Newsletter;
  recordId: string;
  subject: string;
  preview: string;
  /** Nobody typed them: what counts is what the record says when it is sent. */
  followsRecord: boolean;
  /** Who chose to send it; null for an automatic newsletter. */
  staffName: string | null;
  /** It does not start before this. */
  startsAt: Date | null;
};

/**
 * Plans an edition, which starts when its record is published. What staff choose replaces one that never started and
 * that was cancelled; words that they wrote replace the record's. @returns undefined if the record has another
 */
export async function planEdition(planned: Planned, manager?: EntityManager): Promise<string | undefined> {
  return (await PLAN.first({ id: randomUUID(), ...planned }, manager))?.id;
}

/** Starts editions whose record has been published. Only for the process that holds the sender's lease. @returns the ids of those that were due */
export async function startEditions(): Promise<string[]> {
  for (const record of await unsentRecords()) await tryPlan(record);
  const due = await DUE.all();
  for (const edition of due) await tryStart(edition);
  return due.map(({ id }) => id);
}

async function planAutomatically({ newsletter, recordId }: Unsent): Promise<void> {
  const content = await editionContent(newsletter, recordId, "published");
  if (!content) return;
  const { subject, preview } = content;
  const words = { subject, preview, followsRecord: true };
  await planEdition({ newsletter, recordId, ...words, staffName: null, startsAt: null });
}

/** A record that cannot be planned does not keep the others back. */
async function tryPlan(record: Unsent): Promise<void> {
  try {
    await planAutomatically(record);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ ...record, err: error }, "edition not planned");
  }
}

/** A record whose email cannot be rendered does not keep the others back. */
async function tryStart(edition: Due): Promise<void> {
  try {
    await startEdition(edition);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    log().error({ editionId: edition.id, err: error }, "edition not started");
    await STALL.run({ id: edition.id });
  }
}

const STALL = command("editions.stall-start")`
  update editions set state = 'stalled', reason = 'Its email could not be written.'
   where id = ${uuid("id")} and state = 'planned'`;

const CANCEL_PLANNED = command("editions.cancel-planned")`
  update editions set state = 'cancelled', ended_at = now(), reason = ${text("reason")}
   where id = ${uuid("id")} and state = 'planned'`;

const START = statement("editions.start", columns(Edition, "id"))`
  update editions set state = 'sending', started_at = coalesce(started_at, now()), subject = ${text("subject")}, preview = ${text("preview")},
         listed = ${array(uuid).orNull("listed")}::uuid[]
   where id = ${uuid("id")} and state = 'planned' returning id`;

const ADD_BODY = command("editions.add-body")`
  insert into edition_bodies (edition_id, extent, html, text)
  values (${uuid("id")}, ${literal(EDITION_VERSIONS)("version")}, ${text("html")}, ${text("text")})
  on conflict (edition_id, extent) do nothing`;

type Due = RowOf<typeof EDITION>;

async function startEdition({ id, newsletter, recordId, followsRecord, ...typed }: Due): Promise<void> {
  if (await hasEnded(newsletter)) return CANCEL_PLANNED.run({ id, reason: HAS_ENDED_REASON });
  const content = await editionContent(newsletter, recordId, "published");
  if (!content)
    return newsletter === "weekly"
      ? CANCEL_PLANNED.run({ id, reason: "Nothing was published that week." })
      : undefined;
  const { subject, preview } = followsRecord ? content : typed;
  const bodies = await renderBodies(
    newsletter,
    { ...content, subject, preview: preview || digestPreview(newsletter, content) },
    mailSite(),
    editionCode(id),
  );
  await em().transactional(async (manager) => {
    // Somebody may have cancelled it in the meantime.
    if (!(await START.first({ id, subject, preview, listed: content.listed ?? null }, manager))) return;
    for (const body of bodies) await ADD_BODY.run({ id, ...body }, manager);
    await pushEdition(id, manager);
    await postEdition(id, manager);
  });
}

/** A digest that was planned before its week ended is sent with the figures of the whole week. */
const digestPreview = (newsletter: Newsletter, { preview }: EditionContent): string =>
  newsletter === "weekly" ? preview : "";

/** What an author typed is no slot. */
const withoutSlots = (words: EditionText): EditionText =>
  JSON.parse(JSON.stringify(words).replaceAll(TOKEN_SLOT, "")) as EditionText;

export type RenderedBody = { version: EditionVersion; html: string; text: string };

/**
 * The HTML and plain text of each version, with a slot for the token in the link to unsubscribe.
 * @param code of the edition, for its links; tests and previews have none
 */
export async function renderBodies(
  newsletter: Newsletter,
  content: EditionContent,
  site: MailSite,
  code?: string,
): Promise<RenderedBody[]> {
  const { subject, preview } = content;
  const title = (await newsletterNamed(newsletter))?.title ?? site.siteName;
  return EDITION_VERSIONS.flatMap((version) => {
    const words = content[version];
    if (!words) return [];
    const mail = {
      subject,
      preview,
      text: withoutSlots(words),
      because: `You receive this email because you are subscribed to \u201c${title}\u201d from ${site.siteName}.`,
      unsubscribe: site.publicUrl + unsubscribePath(newsletter, TOKEN_SLOT, code),
      code,
    };
    return [{ version, html: editionHtml(mail, site), text: editionPlainText(mail, site) }];
  });
}
