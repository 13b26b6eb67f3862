import { randomUUID } from "node:crypto";
import {
  IMPORT_STATES,
  type ImportDecisions,
  type ImportFindings,
  type ImportState,
  MemberImport,
  type RowOutcome,
} from "db/entities/member-import";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { int, json, literal, sql, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { enqueue } from "~/platform/jobs/queue.server";
import { MEMBER_IMPORT_QUEUE } from "~/platform/jobs/queue-names";

/**
 * A process that has not renewed its lease for this long counts as dead, and another one continues. Each
 * slice renews the lease; while a slice is written its row lock keeps others out, however long that takes.
 */
const LEASE = sql`interval '20 seconds'`;

/** An import idle for this long has lost its job, as after a restored backup. */
const STALLED = sql`interval '10 minutes'`;

/** The states that a job continues. */
const WORKING = sql`state in ('reading', 'comparing', 'writing', 'mailing', 'undoing')`;

const LEASED = columns(
  MemberImport,
  ...(["id", "createdAt", "staff", "staffName", "fileName", "state", "position"] as const),
  ...(["targets", "decisions", "findings", "added", "changed", "unchanged", "refused"] as const),
);

const TAKE_LEASE = statement("member-imports.take-turn", LEASED)`
  update member_imports set lease = ${uuid("lease")}, lease_until = now() + ${LEASE}
   where id = ${uuid("id")} and ${WORKING} and coalesce(lease_until <= now(), true)
  returning ${LEASED}`;

/** An import leased to this process. */
export type LeasedImport = {
  id: string;
  createdAt: Date;
  staff: string | null;
  staffName: string;
  fileName: string;
  state: ImportState;
  position: number;
  targets: string[];
  decisions: ImportDecisions;
  findings: ImportFindings;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  lease: string;
};

/**
 * Leases an import until it is released or the lease expires.
 * @returns undefined if another process has it
 */
export async function leaseImport(id: string): Promise<LeasedImport | undefined> {
  const lease = randomUUID();
  const row = await TAKE_LEASE.first({ id, lease });
  return row && ({ ...row, lease } as LeasedImport);
}

/** Another process has the lease now, or the import was cancelled: this one must write nothing more. */
export class LeaseLost extends Error {}

const ID = columns(MemberImport, "id");
const OWNER = columns(MemberImport, "staff", "staffName");
const LOCK_LEASE = statement("member-imports.hold", OWNER)`
  select ${OWNER} from member_imports
   where id = ${uuid("id")} and lease = ${uuid("lease")} and state = ${literal(IMPORT_STATES)("state")} for update`;

/**
 * Keeps other processes out until the transaction ends; a cancellation waits for it.
 * @returns the lease with its present owner, whose account may be deleted
 * @throws LeaseLost
 */
export async function lockLease(manager: EntityManager, leased: LeasedImport): Promise<LeasedImport> {
  const { id, lease, state } = leased;
  const owner = await LOCK_LEASE.first({ id, lease, state }, manager);
  if (!owner) throw new LeaseLost();
  return { ...leased, staff: owner.staff as string | null, staffName: owner.staffName };
}

const STEP = command("member-imports.step")`
  update member_imports
     set position = ${int("position")}, findings = ${json<ImportFindings>()("findings")}::jsonb,
         added = added + ${int("added")}::int, changed = changed + ${int("changed")}::int,
         unchanged = unchanged + ${int("same")}::int, refused = refused + ${int("refused")}::int,
         undecided = undecided + ${int("undecided")}::int,
         lease_until = clock_timestamp() + ${LEASE}, touched_at = now()
   where id = ${uuid("id")}`;

export type OutcomeCounts = Record<RowOutcome, number>;

export const zeroCounts = (): OutcomeCounts => ({ added: 0, changed: 0, same: 0, refused: 0, undecided: 0 });

/** Saves the progress together with the work. The lease is locked. */
export const recordStep = (
  manager: EntityManager,
  { id }: LeasedImport,
  { position, findings, counts }: { position: number; findings: ImportFindings; counts: OutcomeCounts },
): Promise<void> => STEP.run({ id, position, findings, ...counts }, manager);

const FOLLOW = command("member-imports.follow")`
  update member_imports set position = ${int("position")}, undone = undone + ${int("undone")}::int,
         lease_until = clock_timestamp() + ${LEASE}, touched_at = now()
   where id = ${uuid("id")}`;

/** The same for changes to the members of a finished import. @param step.undone how many are restored */
export const recordFollowUp = (
  manager: EntityManager,
  { id }: LeasedImport,
  step: { position: number; undone: number },
): Promise<void> => FOLLOW.run({ id, ...step }, manager);

const COMPARE = command("member-imports.begin-comparing")`
  update member_imports
     set state = 'comparing', position = 0, added = 0, changed = 0, unchanged = 0, refused = 0, undecided = 0, touched_at = now()
   where id = ${uuid("id")}`;

/** All rows are read; the comparison starts with the first one. The lease is locked. */
export const beginComparing = (manager: EntityManager, { id }: LeasedImport): Promise<void> =>
  COMPARE.run({ id }, manager);

const ENDED = columns(MemberImport, "added", "changed", "refused", "undone");
const FINISH = statement("member-imports.finish", ENDED)`
  update member_imports
     set state = ${literal(IMPORT_STATES)("next")}, lease = null, lease_until = null, touched_at = now(),
         ended_at = case when ${literal(IMPORT_STATES)("next")} <> 'compared' then coalesce(ended_at, now()) end
   where id = ${uuid("id")} returning ${ENDED}`;

/** The present state has no work left. The lease is locked. */
export const finishState = (
  manager: EntityManager,
  { id }: LeasedImport,
  next: "compared" | "done" | "undone",
) => FINISH.first({ id, next }, manager);

const RELEASE = command("member-imports.give-back")`
  update member_imports set lease = null, lease_until = null where id = ${uuid("id")} and lease = ${uuid("lease")}`;

/** Releases the lease, so the next job can take it immediately. */
export const releaseLease = ({ id, lease }: LeasedImport, manager?: EntityManager): Promise<void> =>
  RELEASE.run({ id, lease }, manager);

/** Leaves the remaining work to another job. */
export async function requeueImport(manager: EntityManager, leased: LeasedImport): Promise<void> {
  const { id } = leased;
  await releaseLease(leased, manager);
  await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, { delaySeconds: 1 }, manager);
}

const LOST = statement("member-imports.stalled", ID)`
  select ${ID} from member_imports
   where ${WORKING} and touched_at < now() - ${STALLED} and coalesce(lease_until < now() - ${STALLED}, true)
   order by id limit 100`;

const EXPIRED = sql`${WORKING} and lease_until < now()`;
const ANY_EXPIRED = statement("member-imports.any-expired", ID)`
  select ${ID} from member_imports where ${EXPIRED} limit 1`;
const RELEASE_EXPIRED = statement("member-imports.release-expired", ID)`
  update member_imports set lease = null, lease_until = null
   where id in (select id from member_imports where ${EXPIRED} order by id for update skip locked) returning ${ID}`;

/**
 * Queues a new job for imports whose process died. The dead process's job returns after two minutes and does
 * nothing.
 */
export async function resumeAbandonedImports(): Promise<void> {
  if (!(await ANY_EXPIRED.first())) return;
  await em().transactional(async (manager) => {
    for (const { id } of await RELEASE_EXPIRED.all({}, manager))
      await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}

/** Queues a new job for idle imports. A surplus job does no harm: see `leaseImport`. */
export async function resumeStalledImports(): Promise<void> {
  for (const { id } of await LOST.all()) await enqueue(MEMBER_IMPORT_QUEUE, { importId: id });
}
