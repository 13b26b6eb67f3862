import { tryAdvisoryLock } from "db/advisory-lock.server";
import { type EntityManager, em } from "db/orm.server";
import { int } from "db/sql";
import { command, statement } from "db/statement.server";

/** "change" in ASCII. */
const LOCK = 109_299_962_373_989;

/** Changes per turn, in one transaction. */
const BATCH = 2_000;

const COUNT = { count: int.from`(select count(*)::int from numbered)` };

/**
 * All waiting changes are committed: this statement sees no others. It begins after the lock was taken, so it sees
 * what the last one numbered.
 */
const NUMBER = statement("changes-feed.number", COUNT)`
  with waiting as (
      select id, row_number() over (order by id) as nth from record_changes where number is null order by id limit ${BATCH}),
    numbered as (
      update record_changes c set number = k.newest + w.nth from waiting w, change_numbers k
       where c.id = w.id and k.one = 1 returning 1)
  update change_numbers set newest = newest + (select count(*) from numbered)
   where one = 1 and exists (select 1 from numbered)
  returning ${COUNT}`;

/**
 * Before the first number on a new timeline: the standby that was promoted has all changes up to its newest number, and
 * gives the next ones to other changes than its predecessor did, if commits were lost.
 */
const NOTE_TIMELINE = command("changes-feed.note-timeline")`
  update change_numbers set former_timeline = timeline, branched_at = newest, timeline = here.line
    from (select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as line) as here
   where one = 1 and timeline is distinct from here.line`;

/** SQLSTATEs of a database that does not tell its timeline. */
const UNTOLD: readonly unknown[] = ["42883", "42501", "0A000"];

/** Some hosted databases do not tell their timeline: there, only a cursor beyond the newest number is known to be lost. */
const noteTimeline = (manager: EntityManager): Promise<void> =>
  manager
    .transactional((inner) => NOTE_TIMELINE.run({}, inner))
    .then(
      () => {},
      (error: unknown) => {
        if (!UNTOLD.includes((error as { code?: unknown }).code)) throw error;
      },
    );

/**
 * Numbers the committed changes, oldest first. Of several processes one at a time does so; the others leave it to
 * that one, which is woken by the same notification.
 * @returns how many it numbered
 */
export async function numberChanges(): Promise<number> {
  let numbered = 0;
  for (;;) {
    const count = await em().transactional(async (manager) => {
      if (!(await tryAdvisoryLock(manager, LOCK))) return 0;
      await noteTimeline(manager);
      return (await NUMBER.first({}, manager))?.count ?? 0;
    });
    numbered += count;
    if (count < BATCH) return numbered;
  }
}

/** Rows per part of the hour's work. */
const PART = 1_000;

const SEEN = { count: int.from`(select count(*)::int from part)` };
const THIN = statement("changes-feed.thin", SEEN)`
  with part as (
      select c.kind, c.record_id, c.number, c.reach from record_changes c
       where c.number > (select thinned from change_numbers) and c.at < now() - interval '1 hour'
       order by c.number limit ${PART}),
    repeated as (
      delete from record_changes old using part
       where old.kind = part.kind and old.record_id = part.record_id and old.number < part.number
         and old.reach <= part.reach)
  update change_numbers set thinned = coalesce((select max(number) from part), thinned) where one = 1
  returning ${SEEN}`;

/**
 * After an hour, removes changes that a later one of the same record repeats for the same readers: quotes change all
 * day.
 * @returns how many changes it looked at
 */
export const thinChanges = async (): Promise<number> => (await THIN.first({}, em()))?.count ?? 0;

const SWEPT = { count: int.from`(select count(*)::int from gone)` };
const SWEEP = statement("changes-feed.sweep", SWEPT)`
  with gone as (
      delete from record_changes where id = any(array(
        select id from record_changes where number is not null and at < now() - interval '30 days' order by at limit ${PART}))
      returning number)
  update change_numbers set swept = greatest(swept, (select max(number) from gone)) where one = 1
  returning ${SWEPT}`;

/** Forgets changes after 30 days. @returns how many */
export const sweepRecordChanges = async (): Promise<number> => (await SWEEP.first({}, em()))?.count ?? 0;

const FORGET_ALL = command("changes-feed.forget-all")`delete from record_changes where id > 0`;
const BEGIN_ANEW = command("changes-feed.begin-anew")`
  update change_numbers set database_id = null, thinned = newest, swept = newest where one = 1`;

/** A restored database is another one: who follows the former one has to read everything again. */
export async function beginChangesAnew(manager: EntityManager): Promise<void> {
  await FORGET_ALL.run({}, manager);
  await BEGIN_ANEW.run({}, manager);
}
