import { CallEvent } from "db/entities/call-event";
import { columns } from "db/entity-columns.server";
import type { EntityManager } from "db/orm.server";
import { int, type RowOf, timestamp } from "db/sql";
import { statement } from "db/statement.server";
import { canonicalJson, type Json } from "~/features/calls/ledger/canonical-json";
import { CLOCK_STEP_MS } from "~/features/calls/ledger/clock-step";
import { eventDigest, eventHash, type SaltedFact } from "~/features/calls/ledger/ledger-hash.server";

/** A head of the log that was saved outside it. */
export type SavedHead = { seq: number; hash: string };

/** Lower than every call id. */
export const FIRST_CALL = "00000000-0000-0000-0000-000000000000";

/** The columns that the verification reads. */
export const EVENT = {
  ...columns(CallEvent, "seq", "callId", "kind", "body", "salt", "at", "digest", "prevHash", "hash"),
};
export type EventRow = RowOf<typeof EVENT>;

/** Events per part. */
export const VERIFIED_AT_ONCE = 2_000;

const BY_SEQ = statement("verify-ledger.by-seq", EVENT)`
  select ${EVENT} from call_events where seq > ${int("seq")} order by seq limit ${VERIFIED_AT_ONCE}`;

/** The latest time of the previous part, and the current time. */
const CLOCK = statement("verify-ledger.clock", { latest: timestamp.orNull, now: timestamp })`
  select clock_timestamp() as now, (
    select max(at) from (
      select at from call_events where seq <= ${int("seq")} order by seq desc limit ${VERIFIED_AT_ONCE}) as before) as latest`;

type ChainPart = { events: number; head: SavedHead; problems: string[]; more: boolean };

/** Verifies the next events and their links to the previous ones. @param saved a head that must exist */
export async function verifyChainPart(
  manager: EntityManager,
  before: SavedHead,
  saved: SavedHead | undefined,
): Promise<ChainPart> {
  const page = await BY_SEQ.all({ seq: before.seq }, manager);
  const clock = await CLOCK.first(before, manager);
  const problems: string[] = [];
  let head = before;
  let latest = clock?.latest?.getTime() ?? Number.NEGATIVE_INFINITY;
  for (const row of page) {
    const at = row.at.getTime();
    problems.push(...linkProblems(row, head), ...timeProblems(row, latest, clock?.now));
    // After a step back in time, the next events are compared with it, so each step is reported once.
    latest = at < latest - CLOCK_STEP_MS ? at : Math.max(at, latest);
    head = { seq: row.seq, hash: row.hash };
  }
  const more = page.length === VERIFIED_AT_ONCE;
  if (saved && isMissing(saved, { page, before, more }))
    problems.unshift(`event ${saved.seq}: the saved head ${saved.hash} is missing`);
  return { events: page.length, head, problems, more };
}

type ReadPage = { page: readonly EventRow[]; before: SavedHead; more: boolean };

/** Whether a head belongs in this part but is missing. */
function isMissing({ seq, hash }: SavedHead, { page, before, more }: ReadPage): boolean {
  if (seq <= before.seq) return false;
  const last = page.at(-1)?.seq ?? before.seq;
  return seq <= last || !more ? page.every((row) => row.seq !== seq || row.hash !== hash) : false;
}

/** The problems of an event and its link to the previous one. */
function linkProblems(row: EventRow, before: SavedHead): string[] {
  const { seq, callId: call, kind, salt, digest, prevHash, hash } = row;
  const problems: string[] = [];
  if (seq !== before.seq + 1) problems.push(`event ${before.seq + 1}: missing, the next one is ${seq}`);
  if (prevHash !== before.hash) problems.push(`event ${seq}: does not follow on event ${before.seq}`);
  if (digestOfText({ call, kind, salt, body: row.body }) !== digest)
    problems.push(`event ${seq}: call, kind, body or salt has changed`);
  if (eventHash({ seq, at: row.at.toISOString(), digest, prevHash }) !== hash)
    problems.push(`event ${seq}: number, time, digest or hash has changed`);
  return problems;
}

/**
 * Times must not decrease along the chain or be in the future, within the allowed clock difference.
 * @param latest of the earlier events, in milliseconds
 */
function timeProblems({ seq, at }: EventRow, latest: number, now: Date | undefined): string[] {
  const problems: string[] = [];
  if (at.getTime() < latest - CLOCK_STEP_MS)
    problems.push(`event ${seq}: its time is earlier than that of previous events`);
  if (now && at.getTime() > now.getTime() + CLOCK_STEP_MS)
    problems.push(`event ${seq}: its time is in the future`);
  return problems;
}

/** The digest of a stored body; undefined for a text that the ledger cannot have written. */
function digestOfText({ body: text, ...fact }: Omit<SaltedFact, "body"> & { body: string }) {
  try {
    const body = JSON.parse(text) as Json;
    return canonicalJson(body) === text ? eventDigest({ ...fact, body }) : undefined;
  } catch {
    return undefined;
  }
}
