import { randomUUID } from "node:crypto";
import {
  BATCH_KINDS,
  BATCH_OUTCOMES,
  type BatchKind,
  type BatchOutcome,
  type BatchState,
  MemberBatch,
} from "db/entities/member-batch";
import { columnsAs } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { array, bool, int, literal, type RowOf, sql, text, uuid } from "db/sql";
import { command, statement } from "db/statement.server";
import { sweep } from "db/sweep.server";
import type { Position } from "~/admin-kit/resource.server";
import type { StaffViewer } from "~/auth/viewer.server";
import { mayGetMessages } from "~/features/newsletters/messages.queries.server";

export type { BatchKind, BatchState };

const BATCH = {
  ...columnsAs(
    "b",
    MemberBatch,
    "id",
    "createdAt",
    "staff",
    "staffName",
    "kind",
    "state",
    "search",
    "position",
  ),
  ...columnsAs("b", MemberBatch, "label", "subject", "body", "reason"),
  ...columnsAs("b", MemberBatch, "total", "done", "same", "changed", "leftOut"),
  labelName: text.orNull
    .from`case when b.label_id is null and b.state in ('listing', 'asking', 'cancelled') then b.label_name
       else (select l.name from labels l where l.id = b.label_id and l.ended_at is null) end`,
};

/** @property labelName of a label that exists, or is made when staff confirm; null if it was deleted */
export type Batch = RowOf<typeof BATCH>;

const ADD = command("batches.add")`
  insert into member_batches (id, staff_id, staff_name, kind, search, label_id, label_name, subject, body)
  values (${uuid("id")}, ${uuid("staffId")}, ${text("staffName")}, ${literal(BATCH_KINDS)("kind")}, ${text.orNull("search")},
          ${uuid.orNull("labelId")}, ${text.orNull("labelName")}, ${text.orNull("subject")}, ${text.orNull("body")})`;
const LISTED = command("batches.listed")`
  update member_batches set total = total + ${int("added")}, position = ${text.orNull("position")}, touched_at = now(),
         search = case when ${bool("isLast")} then null else search end,
         state = case when ${bool("isLast")} then 'asking' else state end
   where id = ${uuid("id")} and state = 'listing'`;

export type NewBatch = {
  kind: BatchKind;
  /** The list whose members it is about; null for `ids`. */
  search: string | null;
  ids: readonly string[];
  labelId: string | null;
  /** Of a label that is made when staff confirm. */
  labelName: string | null;
  subject: string | null;
  body: string | null;
};

/** Adds a batch. With `ids` its members are listed, otherwise `runBatch` lists them. @returns its id */
export async function addBatch(
  manager: EntityManager,
  { id: staffId, fullname: staffName }: StaffViewer,
  { ids, ...batch }: NewBatch,
): Promise<string> {
  const id = randomUUID();
  await ADD.run({ id, staffId, staffName, ...batch }, manager);
  if (batch.search === null) await listMembers(manager, id, await versionsOf(manager, ids), undefined);
  return id;
}

const NAME_LABEL = command("batches.name-label")`
  update member_batches set label_id = ${uuid("labelId")} where id = ${uuid("id")}`;
/** Notes the label that was made for it. */
export const setBatchLabel = (id: string, labelId: string, manager: EntityManager): Promise<void> =>
  NAME_LABEL.run({ id, labelId }, manager);

const VERSIONS = { id: uuid, version: int };
const VERSIONS_OF = statement("batches.versions", VERSIONS)`
  select ${VERSIONS} from members where id = any(${array(uuid)("ids")}::uuid[])`;
const versionsOf = (manager: EntityManager, ids: readonly string[]) =>
  VERSIONS_OF.all({ ids: [...ids] }, manager);

const INSERT = statement("batches.list-members", { memberId: uuid.from`member_id` })`
  insert into batch_members (batch_id, member_id, member_version)
  select ${uuid("id")}::uuid, m.id, given.version from unnest(${array(uuid)("ids")}::uuid[], ${array(int)("versions")}::int[])
      as given (id, version) join members m on m.id = given.id
  on conflict do nothing returning member_id as "memberId"`;

/** Lists members with the version that they have now. @param next where the listing continues; undefined at its end */
export async function listMembers(
  manager: EntityManager,
  id: string,
  rows: readonly { id: string; version: number }[],
  next: Position | undefined,
): Promise<void> {
  const given = { ids: rows.map((row) => row.id), versions: rows.map(({ version }) => version) };
  const added = rows.length > 0 ? (await INSERT.all({ id, ...given }, manager)).length : 0;
  const position = next ? JSON.stringify(next) : null;
  await LISTED.run({ id, added, position, isLast: next === undefined }, manager);
}

const BY_ID = statement(
  "batches.by-id",
  BATCH,
)`select ${BATCH} from member_batches b where b.id = ${uuid("id")}`;
export const batchById = (id: string): Promise<Batch | undefined> => BY_ID.first({ id });

const TAKE = statement("batches.take", BATCH)`
  update member_batches b set touched_at = now() where b.id = ${uuid("id")} and b.state in ('listing', 'running') returning ${BATCH}`;
/** A batch with work, for a part of it. */
export const takeBatch = (id: string): Promise<Batch | undefined> => TAKE.first({ id });

const STATES = literal(["asking", "listing", "running", "done"]);
const MOVE = statement("batches.move", { id: uuid })`
  update member_batches set state = ${literal(["running", "cancelled", "done"])("to")}, touched_at = now(),
         reason = ${text.orNull("reason")}
   where id = ${uuid("id")} and state = any(${array(STATES)("from")}::text[]) returning id`;
/** @param reason why it is cancelled @returns false if it has another state by now */
export const moveBatch = async (
  id: string,
  from: ("asking" | "listing" | "running" | "done")[],
  to: "running" | "cancelled" | "done",
  { manager, reason = null }: { manager?: EntityManager; reason?: string | null } = {},
): Promise<boolean> => (await MOVE.first({ id, from, to, reason }, manager)) !== undefined;

const MAILS_WAIT = statement("batches.waiting-mail", { id: uuid })`
  select id from mails where state = 'queued' and template = 'staff-message' and cause like ${text("causes", "batch:%")} limit 1`;
/** Whether emails of the batch are still in the queue; a cancelled batch sends none of them. */
export const mailsWait = async (id: string, manager?: EntityManager): Promise<boolean> =>
  (await MAILS_WAIT.first({ causes: `batch:${id}:%` }, manager)) !== undefined;

const HOLD = statement("batches.hold", { id: uuid })`
  select id from member_batches where id = ${uuid("id")} and state = 'running' for no key update`;
/** Whether it still runs; a cancellation waits for the transaction. */
export const holdRunning = async (id: string, manager: EntityManager): Promise<boolean> =>
  (await HOLD.first({ id }, manager)) !== undefined;

const NEXT = {
  id: uuid.from`m.id`,
  email: text.from`m.email::text`,
  version: int.from`b.member_version`,
  isSame: bool.from`m.version = b.member_version`,
  mayGetMail: bool.from`${mayGetMessages("m")}`,
};
export type NextMember = RowOf<typeof NEXT>;
const WAITING = sql`from batch_members b join members m on m.id = b.member_id
   where b.batch_id = ${uuid("id")} and b.outcome is null order by b.batch_id, b.member_id limit ${int("limit")}`;
const CLAIM = statement("batches.next-members", NEXT)`select ${NEXT} ${WAITING}`;
/** The next members, who are in the order of their ids. @property mayGetMail an email that they did not ask for */
export const nextMembers = (id: string, limit: number, manager?: EntityManager): Promise<NextMember[]> =>
  CLAIM.all({ id, limit }, manager);

const SETTLE = command("batches.settle")`
  with settled as (
    update batch_members b set outcome = given.outcome
      from unnest(${array(uuid)("ids")}::uuid[], ${array(literal(BATCH_OUTCOMES))("outcomes")}::text[]) as given (id, outcome)
     where b.batch_id = ${uuid("id")} and b.member_id = given.id and b.outcome is null returning b.outcome)
  update member_batches set touched_at = now(),
         done = done + (select count(*) from settled where outcome = 'done'),
         same = same + (select count(*) from settled where outcome = 'same'),
         changed = changed + (select count(*) from settled where outcome = 'changed'),
         left_out = left_out + (select count(*) from settled where outcome = 'left-out')
   where id = ${uuid("id")}`;

export const settle = (
  id: string,
  outcomes: readonly { id: string; outcome: BatchOutcome }[],
  manager?: EntityManager,
): Promise<void> =>
  SETTLE.run(
    { id, ids: outcomes.map((one) => one.id), outcomes: outcomes.map(({ outcome }) => outcome) },
    manager,
  );

const NEWEST = statement("batches.newest", BATCH)`
  select ${BATCH} from member_batches b order by b.touched_at desc limit 10`;
/** Those that somebody worked on last. */
export const newestBatches = (): Promise<Batch[]> => NEWEST.all();

const LEFT = { id: uuid.from`m.id`, name: text.from`m.firstname || ' ' || m.lastname` };
const CHANGED = statement("batches.changed-members", LEFT)`
  select ${LEFT} from batch_members b join members m on m.id = b.member_id
   where b.batch_id = ${uuid("id")} and b.outcome = ${literal(BATCH_OUTCOMES)("outcome")} order by b.member_id limit 25`;
/** Some of the members with an outcome. */
export const membersWith = (id: string, outcome: BatchOutcome) => CHANGED.all({ id, outcome });

const LOST = statement("batches.lost", { id: uuid })`
  select id from member_batches where touched_at > now() - interval '7 days' and touched_at < now() - interval '2 minutes'
     and state in ('listing', 'running') limit 20`;
/** Batches whose job was lost. */
export const lostBatches = () => LOST.all();

/** The lists of members stay for 30 days, what was done for two years. @returns how many */
export const sweepBatchMembers = sweep(
  "batches.sweep-members",
  "batch_members",
  "created_at < now() - interval '30 days'",
);
/** Of a batch that nobody confirmed or downloaded in time. */
const MEMBERS_FORGOTTEN = "Its list of members was deleted after 30 days.";
const EXPIRE = statement("batches.expire", { id: uuid })`
  update member_batches set state = 'cancelled', reason = ${text("reason")}
   where id in (select id from member_batches where state in ('listing', 'asking')
                   and created_at < now() - interval '30 days' limit ${int("limit")}) returning id`;
/** Cancels batches whose members were deleted. @returns how many */
export const expireBatches = async (): Promise<number> =>
  (await EXPIRE.all({ reason: MEMBERS_FORGOTTEN, limit: 1_000 })).length;
export const sweepBatches = sweep(
  "batches.sweep",
  "member_batches",
  "touched_at < now() - interval '2 years'",
);
