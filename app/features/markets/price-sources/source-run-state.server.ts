import { randomUUID } from "node:crypto";
import { PriceSource } from "db/entities/price-source";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { day, int, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { PRICE_SOURCE_QUEUE } from "~/platform/jobs/queue-names";

/**
 * A lease that was not renewed for this long has expired: its server is gone. Shorter than a job may take.
 */
const LEASE = sql`interval '90 seconds'`;

/** A run without progress for this long has lost its job, for example in a restored backup. */
const STALLED = sql`interval '10 minutes'`;

const IDLE = sql`(run_started_at is null or run_ended_at is not null)`;

const START = statement("price-sources.start", { id: uuid })`
  update price_sources
     set run_started_at = now(), run_ended_at = null, run_after = null, run_lease = null, run_lease_until = null,
         run_not_before = null, run_tries = 0, run_misses = 0, run_written = 0, run_unchanged = 0, run_failed = 0,
         last_error = null, run_day = coalesce(${day.orNull("runDay")}::date, run_day)
   where id = ${uuid("id")} and ${IDLE}
     and (${day.orNull("runDay")}::date is null or active and run_day is distinct from ${day.orNull("runDay")}::date)
  returning id`;

const FORGET_FAILURES = command("price-sources.forget-failures")`
  delete from price_failures where source_id = ${uuid("id")}`;

/**
 * Starts a run; of concurrent requests only one starts it.
 * @param runDay the site's day of a scheduled run; null for a manual one
 * @param alsoWrite writes more in the same transaction
 * @returns whether the run started; false if one is in progress or has run for that day
 */
export const startRun = (
  id: string,
  runDay: string | null = null,
  alsoWrite: (manager: EntityManager) => void = () => {},
): Promise<boolean> =>
  em().transactional(async (manager) => {
    if (!(await START.first({ id, runDay }, manager))) return false;
    alsoWrite(manager);
    await FORGET_FAILURES.run({ id }, manager);
    await enqueue(PRICE_SOURCE_QUEUE, { sourceId: id }, {}, manager);
    return true;
  });

const RUN_LOST = statement("price-sources.stalled", { id: uuid })`
  select id from price_sources where run_started_at is not null and run_ended_at is null
     and coalesce(run_lease_until, run_not_before, run_started_at) < now() - ${STALLED} order by id limit 100`;

/** Enqueues a new job for stalled runs. An extra job does no harm: see `leaseRun`. */
export async function resumeStalledRuns(): Promise<void> {
  for (const { id } of await RUN_LOST.all()) await enqueue(PRICE_SOURCE_QUEUE, { sourceId: id });
}

const EXPIRED = sql`run_started_at is not null and run_ended_at is null and run_lease_until < now()`;
const ANY_EXPIRED = statement("price-sources.any-expired", { id: uuid })`
  select id from price_sources where ${EXPIRED} limit 1`;
const RELEASE_EXPIRED = statement("price-sources.release-expired", { id: uuid })`
  update price_sources set run_lease = null, run_lease_until = null
   where id in (select id from price_sources where ${EXPIRED} order by id for update skip locked) returning id`;

/**
 * Enqueues a new job for runs whose process died. The dead process's job returns two minutes later and finds
 * nothing to do.
 */
export async function resumeAbandonedRuns(): Promise<void> {
  if (!(await ANY_EXPIRED.first())) return;
  await em().transactional(async (manager) => {
    for (const { id } of await RELEASE_EXPIRED.all({}, manager))
      await enqueue(PRICE_SOURCE_QUEUE, { sourceId: id }, {}, manager);
  });
}

const LEASED_RUN = columns(
  PriceSource,
  ...(["id", "name", "kind", "url", "currency", "lookbackDays", "requestsPerMinute"] as const),
  ...(["dayColumn", "closeColumn", "highColumn", "lowColumn", "volumeColumn"] as const),
  ...(["scope", "instrumentKind", "symbols", "runAfter", "runTries", "runMisses"] as const),
);

const LEASE_RUN = statement("price-sources.take-turn", LEASED_RUN)`
  update price_sources set run_lease = ${uuid("lease")}, run_lease_until = now() + ${LEASE}
   where id = ${uuid("id")} and run_started_at is not null and run_ended_at is null
     and coalesce(run_lease_until <= now(), true) and coalesce(run_not_before <= now(), true)
  returning ${LEASED_RUN}`;

/** A source whose run this process has leased. */
export type LeasedRun = NonNullable<Awaited<ReturnType<typeof leaseRun>>>;

/**
 * Leases a source's run for this process, until it releases it or the lease expires.
 * @returns undefined if no run is in progress, another process has the lease, or it is too early
 */
export async function leaseRun(id: string) {
  const lease = randomUUID();
  const row = await LEASE_RUN.first({ id, lease });
  return row && { ...row, lease };
}

/** Another process has the lease by now, or the source was deleted: nothing may be written. */
export class LeaseLost extends Error {}

const STEP = statement("price-sources.step", { id: uuid })`
  update price_sources
     set run_after = ${text("symbol", "SPX")}, run_tries = 0, run_misses = ${int("misses")},
         run_written = run_written + ${int("written")}::int, run_unchanged = run_unchanged + ${int("unchanged")}::int,
         run_failed = run_failed + ${int("failed")}::int, last_error = coalesce(${text.orNull("error")}, last_error),
         run_lease_until = now() + ${LEASE}
   where id = ${uuid("id")} and run_lease = ${uuid("lease")} returning id`;

export type Step = { symbol: string; misses: number } & Partial<{
  written: number;
  unchanged: number;
  failed: number;
  error: string;
}>;

/**
 * Stores that a run has finished an instrument, together with its prices.
 * @throws LeaseLost
 */
export async function saveStep(manager: EntityManager, { id, lease }: LeasedRun, step: Step): Promise<void> {
  const { written = 0, unchanged = 0, failed = 0, error = null } = step;
  const values = { symbol: step.symbol, misses: step.misses, written, unchanged, failed, error };
  if (!(await STEP.first({ id, lease, ...values }, manager))) throw new LeaseLost();
}

const SAVE_FAILURE = command("price-sources.record-failure")`
  insert into price_failures (source_id, symbol, reason)
  values (${uuid("id")}, ${text("symbol", "SPX")}, ${text("reason")})
  on conflict (source_id, symbol) do update set reason = excluded.reason, at = now()`;

export const saveFailure = (manager: EntityManager, { id }: LeasedRun, symbol: string, reason: string) =>
  SAVE_FAILURE.run({ id, symbol, reason }, manager);

const RELEASE_RUN = statement("price-sources.give-back", { id: uuid })`
  update price_sources
     set run_lease = null, run_lease_until = null, run_tries = ${int("tries")},
         run_not_before = now() + make_interval(secs => ${int("delay")})
   where id = ${uuid("id")} and run_lease = ${uuid("lease")} returning id`;

/**
 * Leaves the rest of a run to another job.
 * @param delaySeconds the pause before that job.
 * @throws LeaseLost
 */
export const releaseRun = ({ id, lease }: LeasedRun, tries: number, delaySeconds: number): Promise<void> =>
  em().transactional(async (manager) => {
    const delay = Math.max(1, Math.ceil(delaySeconds));
    if (!(await RELEASE_RUN.first({ id, lease, tries, delay }, manager))) throw new LeaseLost();
    await enqueue(PRICE_SOURCE_QUEUE, { sourceId: id }, { delaySeconds: delay }, manager);
  });

const END = statement("price-sources.end", columns(PriceSource, "runWritten"))`
  update price_sources
     set run_ended_at = now(), run_lease = null, run_lease_until = null, run_not_before = null,
         last_error = coalesce(${text.orNull("error")}, last_error)
   where id = ${uuid("id")} and run_lease = ${uuid("lease")} returning run_written as "runWritten"`;

/**
 * @param error why the run ends early, if it does.
 * @returns whether it brought prices.
 * @throws LeaseLost
 */
export async function endRun({ id, lease }: LeasedRun, error: string | null = null): Promise<boolean> {
  const ended = await END.first({ id, lease, error });
  if (!ended) throw new LeaseLost();
  return ended.runWritten > 0;
}
