import { randomBytes, randomUUID } from "node:crypto";
import type { EntityManager } from "db/orm.server";
import { int, raw, text, timestamp } from "db/sql";
import { command, script, statement } from "db/statement.server";
import { type CallEventBody, type CallState, foldEvent } from "../call-events.rules";
import { canonicalJson } from "./canonical-json";
import { CLOCK_STEP_MS } from "./clock-step";
import { eventDigest, eventHash, GENESIS_HASH } from "./ledger-hash.server";

/** One writer at a time across all processes: "calls" in ASCII. Released with the transaction. */
const LOCK = script("ledger.lock")`select pg_advisory_xact_lock(427002522739)`;

const CLOCK_STEP = raw(`interval '${CLOCK_STEP_MS} milliseconds'`);

/**
 * Runs after the lock, so it sees the previous writer's commit. If the clock went back a little, or another
 * machine took over, the new event gets the previous event's time. The verification reports larger steps.
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
const STORED_COLUMNS = [
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
const listed = (make: (column: (typeof STORED_COLUMNS)[number]) => string) =>
  raw(STORED_COLUMNS.map(make).join(", "));

/**
 * No "on conflict": an insert of an existing call would run the trigger that looks up the instrument of a
 * new call.
 */
const SAVE_CALLS = command("ledger.keep-calls")`
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
 * Adds events to the ledger within one transaction. It holds the ledger's lock from `openLedger` until the
 * transaction ends. `write` saves all events at once.
 */
export class LedgerWriter {
  private readonly events: StoredEvent[] = [];
  private readonly calls = new Map<string, CallState>();

  constructor(
    private readonly manager: EntityManager,
    /** The database's clock: the time of every added event. */
    readonly now: Date,
    private head: { seq: number; hash: string },
  ) {}

  /**
   * @param before the call as read under the lock; undefined for its first event
   * @param moment only a demo's ledger sets an earlier time
   * @returns the call after the event
   * @throws Error if the event is not allowed in the call's state
   */
  add(before: CallState | undefined, event: CallEventBody, moment = this.now): CallState {
    const seq = this.head.seq + 1;
    const callId = before?.id ?? randomUUID();
    const at = moment.toISOString();
    const call = foldEvent(before, { seq, callId, at, ...event });
    const salt = randomBytes(16).toString("hex");
    const { kind, body } = event;
    const digest = eventDigest({ call: callId, kind, salt, body });
    const hash = eventHash({ seq, at, digest, prevHash: this.head.hash });
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

  /** The call with the events added so far. @param call as it was read */
  latest(call: CallState): CallState {
    return this.calls.get(call.id) ?? call;
  }

  /** Saves the added events; does nothing without any. @returns the number of events */
  async write(): Promise<number> {
    if (this.events.length === 0) return 0;
    await ADD_EVENTS.run({ events: JSON.stringify(this.events) }, this.manager);
    await SAVE_CALLS.run({ calls: JSON.stringify([...this.calls.values()]) }, this.manager);
    return this.events.length;
  }
}

/** Waits for the ledger's lock and holds it until the manager's transaction ends. */
export async function openLedger(manager: EntityManager): Promise<LedgerWriter> {
  await LOCK.run(manager);
  const head = await HEAD.first({}, manager);
  if (!head) throw new Error("The database returned no time");
  return new LedgerWriter(manager, head.now, { seq: head.seq ?? 0, hash: head.hash ?? GENESIS_HASH });
}
