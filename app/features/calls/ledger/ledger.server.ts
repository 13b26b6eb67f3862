import { randomBytes, randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import { int, raw, text, timestamp } from "db/sql";
import { command, script, statement } from "db/statement.server";
import { type CallEventBody, type CallState, foldEvent } from "../call-events.rules";
import { canonicalJson } from "./canonical-json";
import { CLOCK_STEP_MS } from "./clock-step";
import { digestOf, GENESIS_HASH, hashOf } from "./ledger-hash.server";

/** One writer at a time, whatever process it is in: "calls" in ASCII. Released with the transaction. */
const LOCK = script("ledger.lock")`select pg_advisory_xact_lock(427002522739)`;

const CLOCK_STEP = raw(`interval '${CLOCK_STEP_MS} milliseconds'`);

/**
 * Asked once the lock is there, so that it sees what the one before has committed. A clock that was put back a little, or that of
 * another machine, which took the database over, writes no time before the event before. One that goes by more is not hidden: the
 * verification names it.
 */
const HEAD = statement("ledger.head-for-writing", {
  now: timestamp.from`clock.now`,
  seq: int.orNull.from`last.seq`,
  hash: text.orNull.from`last.hash`,
})`
  select case when last.at <= clock.now + ${CLOCK_STEP} then greatest(clock.now, last.at) else clock.now end as now,
         last.seq as seq, last.hash as hash
    from (select clock_timestamp() as now) as clock
    left join lateral (select seq, hash, at from call_events order by seq desc limit 1) as last on true`;

const ADD_EVENTS = command("ledger.add-events")`
  insert into call_events (seq, call_id, kind, body, salt, at, digest, prev_hash, hash)
  select seq, "callId", kind, body, salt, at, digest, "prevHash", hash
    from jsonb_to_recordset(${text("events", "[]")}::text::jsonb) as added
      (seq int, "callId" uuid, kind text, body text, salt text, at timestamptz, digest text, "prevHash" text, hash text)
   order by seq`;

const FIXED = raw("id, kind, record_id, number, list, author, recorded_later, made_at, currency");
const KEPT_COLUMNS = [
  ["symbol", "symbol", "text"],
  ["name", "name", "text"],
  ["direction", "direction", "text"],
  ["audience", "audience", "text"],
  ["entry_price", "entryPrice", "numeric"],
  ["entry_at", "entryAt", "timestamptz"],
  ["entry_shares", "entryShares", "numeric"],
  ["target", "target", "numeric"],
  ["stop", "stop", "numeric"],
  ["zone_low", "zoneLow", "numeric"],
  ["zone_high", "zoneHigh", "numeric"],
  ["last_day", "lastDay", "date"],
  ["state", "state", "text"],
  ["ended_on", "endedOn", "date"],
  ["waits_from", "waitsFrom", "date"],
  ["close_price", "closePrice", "numeric"],
  ["close_ratio", "closeRatio", "numeric"],
  ["close_reason", "closeReason", "text"],
  ["close_note", "closeNote", "text"],
  ["corrected_at", "correctedAt", "timestamptz"],
  ["reopened_at", "reopenedAt", "timestamptz"],
  ["mistake", "mistake", "boolean"],
  ["last_seq", "lastSeq", "int"],
] as const;
const listed = (make: (column: (typeof KEPT_COLUMNS)[number]) => string) =>
  raw(KEPT_COLUMNS.map(make).join(", "));

/** Not by "on conflict": a call that is there must not come by the trigger that looks for the instrument of a new one. */
const KEEP_CALLS = command("ledger.keep-calls")`
  with kept as (
    select * from jsonb_to_recordset(${text("calls", "[]")}::text::jsonb) as kept
      (id uuid, kind text, "recordId" uuid, number int, list text, author text, "recordedLater" boolean,
       "madeAt" timestamptz, currency text, ${listed(([, property, type]) => `"${property}" ${type}`)})),
  changed as (
    update calls set ${listed(([column, property]) => `${column} = kept."${property}"`)}
      from kept where calls.id = kept.id returning calls.id)
  insert into calls (${FIXED}, ${listed(([column]) => column)})
  select id, kind, "recordId", number, list, author, "recordedLater", "madeAt", currency,
         ${listed(([, property]) => `"${property}"`)}
    from kept where not exists (select from changed where changed.id = kept.id)`;

type StoredEvent = {
  seq: number;
  callId: string;
  kind: string;
  body: string;
  salt: string;
  at: string;
  digest: string;
  prevHash: string;
  hash: string;
};

/**
 * What adds events to the ledger within one transaction, which holds the ledger's lock from `openLedger` on: every other writer
 * waits for its end. Events are written by `write`, all at once.
 */
export class LedgerWriter {
  private readonly events: StoredEvent[] = [];
  private readonly calls = new Map<string, CallState>();

  constructor(
    private readonly manager: EntityManager,
    /** The database's clock; the time of every event that is added. */
    readonly now: Date,
    private head: { seq: number; hash: string },
  ) {}

  /**
   * @param before the call as it is, read under the lock; undefined for its first event
   * @param moment a demo's ledger tells of years that it was not there for; no other says anything but now
   * @returns the call after the event
   * @throws Error for an event that cannot follow
   */
  add(before: CallState | undefined, event: CallEventBody, moment = this.now): CallState {
    const seq = this.head.seq + 1;
    const callId = before?.id ?? randomUUID();
    const at = moment.toISOString();
    const call = foldEvent(before, { seq, callId, at, ...event });
    const salt = randomBytes(16).toString("hex");
    const { kind, body } = event;
    const digest = digestOf({ call: callId, kind, salt, body });
    const hash = hashOf({ seq, at, digest, prevHash: this.head.hash });
    this.events.push({
      seq,
      callId,
      kind,
      body: canonicalJson(body),
      salt,
      at,
      digest,
      prevHash: this.head.hash,
      hash,
    });
    this.calls.set(callId, call);
    this.head = { seq, hash };
    return call;
  }

  /** A call as it is with what was added. @param call as it was read */
  latest(call: CallState): CallState {
    return this.calls.get(call.id) ?? call;
  }

  /** Writes what was added. Harmless where nothing was. @returns how many events that is */
  async write(): Promise<number> {
    if (this.events.length === 0) return 0;
    await ADD_EVENTS.run({ events: JSON.stringify(this.events) }, this.manager);
    await KEEP_CALLS.run({ calls: JSON.stringify([...this.calls.values()]) }, this.manager);
    return this.events.length;
  }
}

/** Waits for the ledger's lock, and keeps it until the manager's transaction ends. */
export async function openLedger(manager: EntityManager): Promise<LedgerWriter> {
  await LOCK.run(manager);
  const head = await HEAD.first({}, manager);
  if (!head) throw new Error("The database returned no time");
  return new LedgerWriter(manager, head.now, { seq: head.seq ?? 0, hash: head.hash ?? GENESIS_HASH });
}
