import type { Database } from "tests/support/database";
import { type CallEventBody, type CallState, foldEvent } from "~/features/calls/call-events.rules";
import { canonicalJson, type Json } from "~/features/calls/ledger/canonical-json";
import { eventDigest, eventHash, GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";

type Stored = { seq: number; call_id: string; kind: string; body: string; salt: string; at: Date };

/** How an event is changed: its time, or words in its body. */
export type Rewriting = { at?: string; body?: object };

const KEPT = [
  ["made_at", "madeAt"],
  ["recorded_later", "recordedLater"],
  ["entry_at", "entryAt"],
  ["ended_on", "endedOn"],
  ["waits_from", "waitsFrom"],
  ["corrected_at", "correctedAt"],
  ["reopened_at", "reopenedAt"],
  ["mistake", "mistake"],
] as const;

/**
 * Rewrites events as the database owner can, with every digest and hash of the chain and all columns of
 * `calls`, so that only their content differs. @param by the changes by event number
 */
export async function rewriteEvents(database: Database, by: Record<number, Rewriting>): Promise<void> {
  const events = await database.rows<Stored>(
    "select seq, call_id, kind, body, salt, at from call_events order by seq",
  );
  await database.rows("alter table call_events disable trigger user");
  const states = new Map<string, CallState>();
  let prevHash = GENESIS_HASH;
  for (const event of events) {
    const { seq, call_id: call, kind, salt } = event;
    const at = by[seq]?.at ?? event.at.toISOString();
    const body = { ...JSON.parse(event.body), ...by[seq]?.body } as Json;
    const digest = eventDigest({ call, kind, salt, body });
    const hash = eventHash({ seq, at, digest, prevHash });
    await database.rows(
      "update call_events set at = ?, body = ?, digest = ?, prev_hash = ?, hash = ? where seq = ?",
      [at, canonicalJson(body), digest, prevHash, hash, seq],
    );
    const content = { kind, body } as unknown as CallEventBody;
    states.set(call, foldEvent(states.get(call), { seq, callId: call, at, ...content }));
    prevHash = hash;
  }
  await database.rows("alter table call_events enable trigger user");
  for (const [id, state] of states)
    await database.rows(
      `update calls set ${KEPT.map(([column]) => `${column} = ?`).join(", ")} where id = ?`,
      [...KEPT.map(([, property]) => state[property]), id],
    );
}
