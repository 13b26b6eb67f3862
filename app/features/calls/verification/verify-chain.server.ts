import { CallEvent } from "db/entities/call-event";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, type RowOf, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { canonicalJson, type Json } from "~/features/calls/ledger/canonical-json";
import { CLOCK_STEP_MS } from "~/features/calls/ledger/clock-step";
import { digestOf, hashOf, type SaltedFact } from "~/features/calls/ledger/ledger-hash.server";

/** A head of the log that somebody kept elsewhere. */
export type KeptHead = { seq: number; hash: string };

/** Before the first of all calls. */
export const FIRST_CALL = "00000000-0000-0000-0000-000000000000";

/** An event, as it is verified. */
export const EVENT = {
  ...columns(CallEvent, "seq", "callId", "kind", "body", "salt", "at", "digest", "prevHash", "hash"),
};
export type EventRow = RowOf<typeof EVENT>;

/** Events of one part. */
export const VERIFIED_AT_ONCE = 2_000;

const BY_SEQ = statement("verify-ledger.by-seq", EVENT)`
  select ${EVENT} from call_events where seq > ${int("seq")} order by seq limit ${VERIFIED_AT_ONCE}`;

/** The latest time of the part before, and what time it is. */
const CLOCK = statement("verify-ledger.clock", { latest: timestamp.orNull, now: timestamp })`
  select clock_timestamp() as now, (
    select max(at) from (
      select at from call_events where seq <= ${int("seq")} order by seq desc limit ${VERIFIED_AT_ONCE}) as before) as latest`;

type ChainPart = { events: number; head: KeptHead; problems: string[]; more: boolean };

/** Verifies the events that come next: each one, and that it follows on the one before. @param kept a head that must be there */
export async function verifyChainPart(
  manager: EntityManager,
  before: KeptHead,
  kept: KeptHead | undefined,
): Promise<ChainPart> {
  const page = await BY_SEQ.all({ seq: before.seq }, manager);
  const clock = await CLOCK.first(before, manager);
  const problems: string[] = [];
  let head = before;
  let latest = clock?.latest?.getTime() ?? Number.NEGATIVE_INFINITY;
  for (const row of page) {
    const at = row.at.getTime();
    problems.push(...linkProblems(row, head), ...timeProblems(row, latest, clock?.now));
    // Past one that goes back the next ones are compared with it: each step is named once.
    latest = at < latest - CLOCK_STEP_MS ? at : Math.max(at, latest);
    head = { seq: row.seq, hash: row.hash };
  }
  const more = page.length === VERIFIED_AT_ONCE;
  if (kept && isMissing(kept, { page, before, more }))
    problems.unshift(`event ${kept.seq}: the kept head ${kept.hash} is not there`);
  return { events: page.length, head, problems, more };
}

type Read = { page: readonly EventRow[]; before: KeptHead; more: boolean };

/** Whether a head should be among these events, being none of an earlier or a later part, and is not. */
function isMissing({ seq, hash }: KeptHead, { page, before, more }: Read): boolean {
  if (seq <= before.seq) return false;
  const last = page.at(-1)?.seq ?? before.seq;
  return seq <= last || !more ? page.every((row) => row.seq !== seq || row.hash !== hash) : false;
}

/** What is wrong with one event, seen from the one before it. */
function linkProblems(row: EventRow, before: KeptHead): string[] {
  const { seq, callId: call, kind, salt, digest, prevHash, hash } = row;
  const problems: string[] = [];
  if (seq !== before.seq + 1) problems.push(`event ${before.seq + 1}: missing, the next one is ${seq}`);
  if (prevHash !== before.hash) problems.push(`event ${seq}: does not follow on event ${before.seq}`);
  if (digestOfText({ call, kind, salt, body: row.body }) !== digest)
    problems.push(`event ${seq}: call, kind, body or salt were changed`);
  if (hashOf({ seq, at: row.at.toISOString(), digest, prevHash }) !== hash)
    problems.push(`event ${seq}: number, time, digest or hash were changed`);
  return problems;
}

/** Time goes on along the chain, as far as clocks agree, and none of it is to come. @param latest of the events before, in milliseconds */
function timeProblems({ seq, at }: EventRow, latest: number, now: Date | undefined): string[] {
  const problems: string[] = [];
  if (at.getTime() < latest - CLOCK_STEP_MS)
    problems.push(`event ${seq}: its time is before that of events before it`);
  if (now && at.getTime() > now.getTime() + CLOCK_STEP_MS) problems.push(`event ${seq}: its time is to come`);
  return problems;
}

/** The digest of a body as it is stored; undefined for a text that no writer of ours wrote, however it breaks. */
function digestOfText({ body: text, ...fact }: Omit<SaltedFact, "body"> & { body: string }) {
  try {
    const body = JSON.parse(text) as Json;
    return canonicalJson(body) === text ? digestOf({ ...fact, body }) : undefined;
  } catch {
    return undefined;
  }
}
