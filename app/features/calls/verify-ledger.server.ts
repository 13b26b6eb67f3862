import { IsolationLevel } from "@mikro-orm/core";
import { Call } from "db/entities/call";
import { CallEvent } from "db/entities/call-event";
import { columns } from "db/entity-columns.server";
import { type EntityManager, em } from "db/orm.server";
import { array, int, type RowOf, uuid } from "db/sql";
import { statement } from "db/statement.server";
import { type CallEventBody, type CallState, foldEvent, isMistake } from "./call-events.rules";
import { STATE, stateOf } from "./call-states.server";
import { canonicalJson, type Json } from "./canonical-json";
import { digestOf, GENESIS_HASH, hashOf } from "./ledger-hash.server";
import { verifyRecord } from "./verify-record.server";

/** A head of the log that somebody kept elsewhere. */
export type KeptHead = { seq: number; hash: string };

/** @property problems each names its row; empty where the ledger is as it was written */
export type Verification = { events: number; calls: number; head: KeptHead; problems: string[] };

const EVENT = {
  ...columns(CallEvent, "seq", "callId", "kind", "body", "salt", "at", "digest", "prevHash", "hash"),
};
type EventRow = RowOf<typeof EVENT>;

/** Read at once: a ledger of any length is checked in as much memory. */
const PAGE = 2_000;
/** Named at most: one changed row may be wrong in more than one way, a thousand say nothing more. */
const MAX_PROBLEMS = 100;

const BY_SEQ = statement("verify-ledger.by-seq", EVENT)`
  select ${EVENT} from call_events where seq > ${int("seq")} order by seq limit ${PAGE}`;

const BY_CALL = statement("verify-ledger.by-call", EVENT)`
  select ${EVENT} from call_events where (call_id, seq) > (${uuid("callId")}, ${int("seq")})
   order by call_id, seq limit ${PAGE}`;

const KEPT = statement("verify-ledger.kept", STATE)`
  select ${STATE} from calls where id = any(${array(uuid)("ids")}::uuid[])`;

const UNTOLD = statement("verify-ledger.untold", columns(Call, "id"))`
  select id from calls where not exists (select from call_events where call_id = calls.id) limit ${MAX_PROBLEMS}`;

/**
 * Computes the whole ledger again, as it stands at one moment: that no event was changed, taken away or put elsewhere, that each
 * could follow on those before it, that `calls` says what they say, and that the figures of the record are those of the calls.
 * @param kept without it nobody can tell whether the newest events were cut off together with what they did to `calls`
 */
export function verifyLedger(kept?: KeptHead): Promise<Verification> {
  return em().transactional(
    async (manager) => {
      const chain = await verifyChain(manager, kept);
      const calls = await verifyCalls(manager);
      const record = await verifyRecord(manager);
      return {
        ...chain,
        calls: calls.calls,
        problems: [...chain.problems, ...calls.problems, ...record].slice(0, MAX_PROBLEMS),
      };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

async function* pagesBySeq(manager: EntityManager): AsyncGenerator<EventRow> {
  for (let seq = 0; ; ) {
    const page = await BY_SEQ.all({ seq }, manager);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    seq = last.seq;
  }
}

async function* pagesByCall(manager: EntityManager): AsyncGenerator<EventRow> {
  let after = { callId: "00000000-0000-0000-0000-000000000000", seq: 0 };
  for (;;) {
    const page = await BY_CALL.all(after, manager);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last;
  }
}

async function verifyChain(manager: EntityManager, kept: KeptHead | undefined) {
  const problems: string[] = [];
  let events = 0;
  let head: KeptHead = { seq: 0, hash: GENESIS_HASH };
  let keptFound = !kept || kept.seq === 0;
  for await (const row of pagesBySeq(manager)) {
    events += 1;
    if (problems.length < MAX_PROBLEMS) problems.push(...linkProblems(row, head));
    if (row.seq === kept?.seq) keptFound = row.hash === kept.hash;
    head = { seq: row.seq, hash: row.hash };
  }
  if (kept && !keptFound) problems.unshift(`event ${kept.seq}: the kept head ${kept.hash} is not there`);
  return { events, head, problems };
}

/** What is wrong with one event, seen from the one before it. */
function linkProblems(row: EventRow, before: KeptHead): string[] {
  const { seq, callId: call, kind, salt, digest, prevHash, hash } = row;
  const problems: string[] = [];
  if (seq !== before.seq + 1) problems.push(`event ${before.seq + 1}: missing, the next one is ${seq}`);
  if (prevHash !== before.hash) problems.push(`event ${seq}: does not follow on event ${before.seq}`);
  const body = parsed(row.body);
  if (
    body === undefined ||
    canonicalJson(body) !== row.body ||
    digestOf({ call, kind, salt, body }) !== digest
  )
    problems.push(`event ${seq}: call, kind, body or salt were changed`);
  if (hashOf({ seq, at: row.at.toISOString(), digest, prevHash }) !== hash)
    problems.push(`event ${seq}: number, time, digest or hash were changed`);
  return problems;
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

/** The calls that events tell, one after another, compared in parts with what is kept of them. */
async function verifyCalls(manager: EntityManager) {
  const problems: string[] = [];
  let calls = 0;
  let told: Told[] = [];
  const compare = async () => {
    if (problems.length < MAX_PROBLEMS) problems.push(...(await callProblems(manager, told)));
    told = [];
  };
  for await (const row of pagesByCall(manager)) {
    const last = told.at(-1);
    if (last?.id === row.callId) last.follow(row);
    else {
      if (told.length >= PAGE) await compare();
      told.push(new Told(row));
      calls += 1;
    }
  }
  await compare();
  for (const { id } of await UNTOLD.all({}, manager)) problems.push(`call ${id}: no event tells of it`);
  return { calls, problems };
}

/** One call, as far as its events were read. */
class Told {
  readonly id: string;
  problem: string | undefined;
  state: CallState | undefined;

  constructor(first: EventRow) {
    this.id = first.callId;
    this.follow(first);
  }

  follow({ seq, callId, kind, body, at }: EventRow): void {
    if (this.problem) return;
    try {
      const event = { kind, body: JSON.parse(body) } as CallEventBody;
      if (event.kind === "withdrawn" && event.body.mistake && !(this.state && isMistake(this.state, at)))
        this.problem = `event ${seq}: too late for a mistake`;
      this.state = foldEvent(this.state, { seq, callId, ...event });
    } catch (error) {
      this.problem = `event ${seq}: ${error instanceof Error ? error.message : error}`;
    }
  }
}

async function callProblems(manager: EntityManager, told: readonly Told[]): Promise<string[]> {
  const rows = await KEPT.all({ ids: told.map(({ id }) => id) }, manager);
  const kept = new Map(rows.map((row) => [row.id, stateOf(row)]));
  return told.flatMap(({ id, state, problem }) => {
    if (problem) return [`call ${id}: ${problem}`];
    const row = kept.get(id);
    if (!row) return [`call ${id}: missing from calls`];
    const differing = Object.entries(state ?? {}).filter(
      ([name, value]) => row[name as keyof CallState] !== value,
    );
    return differing.map(
      ([name, value]) => `call ${id}: ${name} is ${row[name as keyof CallState]}, its events say ${value}`,
    );
  });
}
