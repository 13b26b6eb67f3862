import { countedTotal, type Total } from "db/count.server";
import {
  MAIL_REPORT_KINDS,
  type MailReportKind,
  SUPPRESSION_REASONS,
  SuppressedAddress,
  type SuppressionReason,
} from "db/entities/suppressed-address";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import {
  array,
  bool,
  type Fragment,
  int,
  literal,
  type RowOf,
  raw,
  sql,
  text,
  timestamp,
  uuid,
} from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import { isIndexed, likePattern, SHORT_WORD_WINDOW } from "~/admin-kit/search-words.server";
import { log } from "~/platform/log.server";
import type { PageRange } from "~/web/paging";

/** Soft bounces suppress after reports on so many days, of which no two are further apart than `SOFT_GAP`. */
export const SOFT_DAYS = 3;
const SOFT_GAP = sql`interval '30 days'`;

const counts = (table: string) =>
  raw(`${table}.lifted_at is null and (${table}.reason <> 'soft' or ${table}.count >= ${SOFT_DAYS})`);

/** Whether an address gets only what its owner asks for. @param email a citext column of the statement */
export const isSuppressed = (email: string): Fragment<object> =>
  sql`exists (select from suppressed_addresses a where a.email = ${raw(email)} and ${counts("a")})`;

const rank = (reason: string) =>
  raw(`array_position(array[${SUPPRESSION_REASONS.map((each) => `'${each}'`).join(", ")}], ${reason})`);

/** An earlier entry that no longer counts: it was lifted, or its soft bounces are long ago. */
const IS_OVER = sql`(a.lifted_at is not null or (a.reason = 'soft' and a.count < ${SOFT_DAYS} and a.last_seen_at < now() - ${SOFT_GAP}))`;
const SAME_DAY = sql`(a.last_seen_at at time zone 'UTC')::date = (now() at time zone 'UTC')::date`;

/** A weaker reason leaves a stronger one as it is. */
const WRITE = sql`
  on conflict (email) do update set reason = excluded.reason, evidence = excluded.evidence, lifted_at = null,
         lifted_by = null, last_seen_at = now(),
         first_seen_at = case when ${IS_OVER} or a.reason <> excluded.reason then now() else a.first_seen_at end,
         count = case when ${IS_OVER} or a.reason <> excluded.reason then 1
                      when a.reason = 'soft' and ${SAME_DAY} then a.count else a.count + 1 end
   where ${IS_OVER} or ${rank("excluded.reason")} >= ${rank("a.reason")}`;

/** From a day ago, or from when the email left, if its report took longer. */
const SINCE = sql`greatest(least(now() - interval '1 day', ${timestamp.orNull("sentAt")}), now() - interval '7 days')`;

/**
 * Whether at least two emails left for each one that failed softly: otherwise something on our side is down, and
 * a failure says nothing about its address.
 */
const OTHERS_LEAVE = sql`(
  with failed as (select count(*) + 1 as emails from mail_reports where kind = 'soft' and created_at > ${SINCE})
  select (select count(*) from (
            select from mails where state = 'sent' and created_at > ${SINCE} - interval '1 day' and sent_at > ${SINCE}
            union all
            select from edition_members where state = 'sent' and sent_at > ${SINCE}
            limit (select emails * 2 from failed)) as gone) >= emails * 2 from failed)`;

const REPORTED = { isNew: bool.from`exists (select from counted)` };
const REPORT = statement("suppressions.report", REPORTED)`
  with counted as (
    insert into mail_reports (email_id, kind) values (${uuid("emailId")}, ${literal(MAIL_REPORT_KINDS)("kind")})
    on conflict do nothing returning kind),
  written as (
    insert into suppressed_addresses as a (email, reason, evidence)
    select ${text("address")}::citext, kind, ${text("evidence")} from counted
     where case kind when 'ours' then false when 'soft' then ${OTHERS_LEAVE} else true end ${WRITE})
  select ${REPORTED}`;

/** What another server or a reader reported about an email of ours. @property emailId of the email, see `MailReport` */
export type ReportedEmail = {
  emailId: string;
  address: string;
  kind: MailReportKind;
  evidence: string;
  /** When our server took it; without it, it was refused. */
  sentAt?: Date;
};

/**
 * Counts reports, each once for its email and kind. Staff find those about our own sending in the log.
 * @returns how many are new
 */
export async function reportEmails(
  reports: readonly ReportedEmail[],
  manager?: EntityManager,
): Promise<number> {
  const counted: ReportedEmail[] = [];
  // In one order, so that two transactions never wait for each other.
  for (const report of reports.toSorted((one, other) => one.address.localeCompare(other.address))) {
    const evidence = clean(report.evidence);
    if ((await REPORT.first({ ...report, sentAt: report.sentAt ?? null, evidence }, manager))?.isNew)
      counted.push(report);
  }
  const ours = counted.filter(({ kind }) => kind === "ours");
  const [first] = ours;
  if (first) log().error({ emails: ours.length, evidence: first.evidence }, "mail servers refuse our emails");
  return counted.length;
}

const MOST_EVIDENCE = 300;
const clean = (words: string) =>
  words
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MOST_EVIDENCE)
    .toWellFormed() || "No details.";

const ADD = statement("suppressions.add", { id: uuid })`
  insert into suppressed_addresses as a (email, reason, evidence)
  values (${text("address")}::citext, 'staff', ${text("evidence")}) ${WRITE} returning id`;

/** Suppresses an address at the request of staff. @returns the id; undefined if its owner complained already */
export const suppressAddress = async (
  entry: { address: string; evidence: string },
  manager: EntityManager,
): Promise<string | undefined> =>
  (await ADD.first({ ...entry, evidence: clean(entry.evidence) }, manager))?.id;

const LIFTED = { email: text.from`email::text` };
const LIFT = statement("suppressions.lift", LIFTED)`
  update suppressed_addresses set lifted_at = now(), lifted_by = ${text("by")}
   where id = ${uuid("id")} and lifted_at is null and reason = ${literal(SUPPRESSION_REASONS)("reason")} returning ${LIFTED}`;

/**
 * @param by the member of staff
 * @param reason that they saw
 * @returns the address; undefined if nothing suppresses it any more, or something else
 */
export const liftSuppression = async (
  lifting: { id: string; by: string; reason: SuppressionReason },
  manager: EntityManager,
): Promise<string | undefined> => (await LIFT.first(lifting, manager))?.email;

const OWNER = "The owner of the address";
const LIFT_COMPLAINT = command("suppressions.lift-complaint")`
  update suppressed_addresses set lifted_at = now(), lifted_by = ${text("by")}
   where email = ${text("address")}::citext and reason = 'complaint' and lifted_at is null`;

/** Its owner asked for newsletters again and confirmed that. */
export const liftComplaint = (address: string, manager: EntityManager): Promise<void> =>
  LIFT_COMPLAINT.run({ address, by: OWNER }, manager);

const LIFT_BOUNCE = statement("suppressions.lift-bounce", { id: uuid })`
  update suppressed_addresses set lifted_at = now(), lifted_by = ${text("by")}
   where email = ${text("address")}::citext and reason in ('soft', 'hard') and lifted_at is null returning id`;

/**
 * Emails reach the address again: its owner opened a link that was sent to it, or asks for another try. What
 * staff or a complaint suppress stays.
 * @returns whether a bounce was on record
 */
export const liftBounce = async (address: string, manager?: EntityManager): Promise<boolean> =>
  (await LIFT_BOUNCE.first({ address, by: OWNER }, manager)) !== undefined;

const OF_ADDRESS = columns(SuppressedAddress, "reason", "evidence", "lastSeenAt");
const ONE = statement("suppressions.of-address", OF_ADDRESS)`
  select ${OF_ADDRESS} from suppressed_addresses a where email = ${text("address")}::citext and ${counts("a")}`;

/** Why an address is suppressed now. */
export type Suppression = RowOf<typeof OF_ADDRESS>;
export type { SuppressionReason };

/** Undefined if it gets all emails. */
export const suppressionOf = (address: string): Promise<Suppression | undefined> => ONE.first({ address });

/** Reports arrive within days; those that came late are of emails that nobody remembers. @returns how many */
export const sweepReports = sweep(
  "suppressions.sweep-reports",
  "mail_reports",
  "created_at < now() - interval '120 days'",
);

/**
 * Forgets addresses without a report for two years, and those that were lifted or never suppressed for 90 days.
 * What staff or a complaint suppress stays. @returns how many
 */
export const sweepSuppressions = sweep(
  "suppressions.sweep",
  "suppressed_addresses",
  `last_seen_at < now() - interval '90 days' and (lifted_at < now() - interval '90 days' or (reason = 'soft' and count < ${SOFT_DAYS})
     or (reason in ('soft', 'hard') and last_seen_at < now() - interval '2 years'))`,
);

const FORGET = command("deletion.suppressed-addresses")`
  delete from suppressed_addresses where email = any(${array(text)("addresses")}::citext[])`;

/** Deletes the entries of the addresses of a deleted account: without a reader nothing is sent to them. */
export const forgetSuppressions = (manager: EntityManager, addresses: string[]): Promise<void> =>
  FORGET.run({ addresses }, manager);

const IS_ACTIVE = bool.from`${counts("a")}`;
const LISTED = {
  ...columns(SuppressedAddress, "id", "reason", "evidence", "count", "firstSeenAt", "lastSeenAt"),
  ...columns(SuppressedAddress, "liftedAt", "liftedBy"),
  email: text.from`a.email::text`,
  isActive: IS_ACTIVE,
  memberId: uuid.orNull.from`(select m.id from members m where m.email = a.email)`,
};

/** An address with reports, as staff see it. @property isActive whether it is suppressed now */
export type ListedSuppression = RowOf<typeof LISTED>;

const NEWEST = statement("suppressions.newest", LISTED)`
  select ${LISTED} from suppressed_addresses a
   order by last_seen_at desc, id desc limit ${int("limit")} offset ${int("offset")}`;
const countAll = countedTotal("suppressions.count")`suppressed_addresses order by last_seen_at`;

const PAGE = sql`order by last_seen_at desc, id desc limit ${int("limit")} offset ${int("offset")}`;
const MATCHES = sql`suppressed_addresses a where email::text ilike ${text("anywhere", "%demo%")}`;
const FOUND = statement("suppressions.found", LISTED)`select ${LISTED} from ${MATCHES} ${PAGE}`;
const countFound = countedTotal("suppressions.count-found")`${MATCHES}`;

/** The index does not find short words: those are looked for in the newest rows. */
const SHORT = sql`suppressed_addresses a where id = any(array(
   select id from (select id, email from suppressed_addresses
                    order by last_seen_at desc, id desc limit ${SHORT_WORD_WINDOW}) as newest
    where email::text ilike ${text("anywhere", "%demo%")}))`;
const FOUND_SHORT = statement("suppressions.found-short", LISTED)`select ${LISTED} from ${SHORT} ${PAGE}`;
const countShort = countedTotal("suppressions.count-short")`${SHORT}`;

/**
 * A page of addresses with reports, the newest first, and how many there are.
 * @param words of a search
 */
export async function suppressionsPage(
  range: PageRange,
  words = "",
): Promise<{ addresses: ListedSuppression[] } & Total> {
  const anywhere = likePattern(words);
  const [addresses, counted] = await Promise.all(
    words === ""
      ? [NEWEST.all(range), countAll()]
      : isIndexed(words)
        ? [FOUND.all({ ...range, anywhere }), countFound({ anywhere })]
        : [FOUND_SHORT.all({ ...range, anywhere }), countShort({ anywhere })],
  );
  return { addresses, ...counted };
}

const RECENT = { count: int.from`count(*)::int` };
const ABOUT_US = statement("suppressions.about-us", RECENT)`
  select ${RECENT} from mail_reports where kind = 'ours' and created_at > now() - interval '7 days'`;

/** How many emails of the last 7 days a server refused because of us. */
export const countRefusalsOfUs = async (): Promise<number> => (await ABOUT_US.first())?.count ?? 0;

const OWNER_OF_ADDRESS = { id: uuid, name: text.from`firstname || ' ' || lastname` };
const MEMBER = statement("suppressions.member", OWNER_OF_ADDRESS)`
  select ${OWNER_OF_ADDRESS} from members where email = ${text("address")}::citext`;

/** The account with this address, for the change log. */
export const memberWithAddress = (address: string, manager: EntityManager) =>
  MEMBER.first({ address }, manager);
