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
 * A process that has not renewed its lease for this long has died, and another one continues. Each slice renews it; while a slice
 * is written its row lock keeps others out, however long that takes.
 */
const LEASE = sql`interval '20 seconds'`;

/** An import with which nobody went on for so long has lost its job, as a restored backup has. */
const STALLED = sql`interval '10 minutes'`;

/** What a job goes on with. */
const WORKING = sql`state in ('reading', 'comparing', 'writing', 'mailing', 'undoing')`;

const TURN = columns(
  MemberImport,
  ...(["id", "createdAt", "staff", "staffName", "fileName", "state", "position"] as const),
  ...(["targets", "decisions", "findings", "added", "changed", "unchanged", "refused"] as const),
);

const TAKE = statement("member-imports.take-turn", TURN)`
  update member_imports set lease = ${uuid("lease")}, lease_until = now() + ${LEASE}
   where id = ${uuid("id")} and ${WORKING} and coalesce(lease_until <= now(), true)
  returning ${TURN}`;

/** An import while it is this process's to go on with. */
export type Turn = {
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

/** An import, for this process alone until it gives it back or the lease has gone by. @returns nothing where another one has it */
export async function takeTurn(id: string): Promise<Turn | undefined> {
  const lease = randomUUID();
  const row = await TAKE.first({ id, lease });
  return row && ({ ...row, lease } as Turn);
}

/** The turn is somebody else's by now, or the import was called off: nothing may be written any more. */
export class TurnLost extends Error {}

const ID = columns(MemberImport, "id");
const HELD = columns(MemberImport, "staff", "staffName");
const HOLD = statement("member-imports.hold", HELD)`
  select ${HELD} from member_imports
   where id = ${uuid("id")} and lease = ${uuid("lease")} and state = ${literal(IMPORT_STATES)("state")} for update`;

/**
 * Keeps others off it until the transaction ends: who calls it off waits for that.
 * @returns the turn with who it is by now: their account may be gone
 * @throws TurnLost
 */
export async function holdTurn(manager: EntityManager, turn: Turn): Promise<Turn> {
  const { id, lease, state } = turn;
  const held = await HOLD.first({ id, lease, state }, manager);
  if (!held) throw new TurnLost();
  return { ...turn, staff: held.staff as string | null, staffName: held.staffName };
}

const STEP = command("member-imports.step")`
  update member_imports
     set position = ${int("position")}, findings = ${json<ImportFindings>()("findings")}::jsonb,
         added = added + ${int("added")}::int, changed = changed + ${int("changed")}::int,
         unchanged = unchanged + ${int("same")}::int, refused = refused + ${int("refused")}::int,
         undecided = undecided + ${int("undecided")}::int,
         lease_until = clock_timestamp() + ${LEASE}, touched_at = now()
   where id = ${uuid("id")}`;

export type Tally = Record<RowOutcome, number>;

export const emptyTally = (): Tally => ({ added: 0, changed: 0, same: 0, refused: 0, undecided: 0 });

/** Writes how far it is, together with what was done. The turn is held. */
export const recordStep = (
  manager: EntityManager,
  { id }: Turn,
  { position, findings, tally }: { position: number; findings: ImportFindings; tally: Tally },
): Promise<void> => STEP.run({ id, position, findings, ...tally }, manager);

const FOLLOW = command("member-imports.follow")`
  update member_imports set position = ${int("position")}, undone = undone + ${int("undone")}::int,
         lease_until = clock_timestamp() + ${LEASE}, touched_at = now()
   where id = ${uuid("id")}`;

/** The same of what is done about the members of an import that was written. @param step.undone how many are as they were */
export const recordFollowUp = (
  manager: EntityManager,
  { id }: Turn,
  step: { position: number; undone: number },
): Promise<void> => FOLLOW.run({ id, ...step }, manager);

const COMPARE = command("member-imports.begin-comparing")`
  update member_imports
     set state = 'comparing', position = 0, added = 0, changed = 0, unchanged = 0, refused = 0, undecided = 0, touched_at = now()
   where id = ${uuid("id")}`;

/** All rows were read: they are compared from the first one on. The turn is held. */
export const beginComparing = (manager: EntityManager, { id }: Turn): Promise<void> =>
  COMPARE.run({ id }, manager);

const ENDED = columns(MemberImport, "added", "changed", "refused", "undone");
const FINISH = statement("member-imports.finish", ENDED)`
  update member_imports
     set state = ${literal(IMPORT_STATES)("next")}, lease = null, lease_until = null, touched_at = now(),
         ended_at = case when ${literal(IMPORT_STATES)("next")} <> 'compared' then coalesce(ended_at, now()) end
   where id = ${uuid("id")} returning ${ENDED}`;

/** Nothing is left to be done in its present state. The turn is held. */
export const finishTurn = (manager: EntityManager, { id }: Turn, next: "compared" | "done" | "undone") =>
  FINISH.first({ id, next }, manager);

const GIVE_BACK = command("member-imports.give-back")`
  update member_imports set lease = null, lease_until = null where id = ${uuid("id")} and lease = ${uuid("lease")}`;

/** Lets whoever comes next have it at once. */
export const releaseTurn = ({ id, lease }: Turn, manager?: EntityManager): Promise<void> =>
  GIVE_BACK.run({ id, lease }, manager);

/** Leaves the rest to another job. */
export async function giveBack(manager: EntityManager, turn: Turn): Promise<void> {
  const { id } = turn;
  await releaseTurn(turn, manager);
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

/** Gives imports a new job whose process died. The dead process's own job comes back two minutes later, and finds nothing to do. */
export async function resumeAbandonedImports(): Promise<void> {
  if (!(await ANY_EXPIRED.first())) return;
  await em().transactional(async (manager) => {
    for (const { id } of await RELEASE_EXPIRED.all({}, manager))
      await enqueue(MEMBER_IMPORT_QUEUE, { importId: id }, {}, manager);
  });
}

/** Gives imports that nobody goes on with a job again. One too many does no harm: see `takeTurn`. */
export async function resumeStalledImports(): Promise<void> {
  for (const { id } of await LOST.all()) await enqueue(MEMBER_IMPORT_QUEUE, { importId: id });
}
