import { IsolationLevel } from "@mikro-orm/core";
import { type EntityManager, em } from "db/orm.server";
import { GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";
import { MAX_PROBLEMS } from "./ledger-checks.queries.server";
import { verifyCallsPart, verifyStoredCallsPart } from "./verify-calls.server";
import { FIRST_CALL, type SavedHead, verifyChainPart } from "./verify-chain.server";
import { verifyHeads } from "./verify-heads.server";
import { verifyTrackRecord } from "./verify-record.server";

/** @property problems each names its row; empty if the ledger is unchanged */
export type Verification = { events: number; calls: number; head: SavedHead; problems: string[] };

/**
 * Recomputes the whole ledger in one snapshot. No event may be changed, missing or moved; each must be valid
 * after the earlier ones and at its time. `calls` must equal the events, and the figures must equal the
 * calls.
 * @param saved without it, nobody can detect that the newest events and their effects on `calls` were removed
 */
export function verifyLedger(saved?: SavedHead): Promise<Verification> {
  return em().transactional((manager) => verifyAll(manager, saved), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

/** Works in parts, so the memory does not grow with the ledger. */
async function verifyAll(manager: EntityManager, saved: SavedHead | undefined): Promise<Verification> {
  const found: Verification = { events: 0, calls: 0, head: { seq: 0, hash: GENESIS_HASH }, problems: [] };
  const note = (problems: readonly string[]) => {
    found.problems = [...new Set([...found.problems, ...problems])].slice(0, MAX_PROBLEMS);
  };
  for (let more = true; more; ) {
    const part = await verifyChainPart(manager, found.head, saved);
    found.events += part.events;
    found.head = part.head;
    more = part.more;
    note(part.problems);
  }
  for (const verifyPart of [verifyCallsPart, verifyStoredCallsPart]) {
    for (let after: string | undefined = FIRST_CALL; after !== undefined; ) {
      const part = await verifyPart(manager, after);
      found.calls += part.calls;
      after = part.after;
      note(part.problems);
    }
  }
  note(await verifyHeads(manager));
  note(await verifyTrackRecord(manager));
  return found;
}
