import { IsolationLevel } from "@mikro-orm/core";
import { type EntityManager, em } from "db/orm.server";
import { GENESIS_HASH } from "~/features/calls/ledger/ledger-hash.server";
import { verifyCallsPart, verifyKeptCallsPart } from "./verify-calls.server";
import { FIRST_CALL, type KeptHead, verifyChainPart } from "./verify-chain.server";
import { verifyHeads } from "./verify-heads.server";
import { verifyRecord } from "./verify-record.server";

/** @property problems each names its row; empty where the ledger is as it was written */
export type Verification = { events: number; calls: number; head: KeptHead; problems: string[] };

/** Named at most: one changed row may be wrong in more than one way, a thousand say nothing more. */
export const MAX_PROBLEMS = 100;

/**
 * Computes the whole ledger again, as it stands at one moment: that no event was changed, taken away or put elsewhere, that each
 * could follow on those before it and at that time, that `calls` says what they say, and that the figures of the record are those of the calls.
 * @param kept without it nobody can tell whether the newest events were cut off together with what they did to `calls`
 */
export function verifyLedger(kept?: KeptHead): Promise<Verification> {
  return em().transactional((manager) => verifyAll(manager, kept), {
    isolationLevel: IsolationLevel.REPEATABLE_READ,
    readOnly: true,
  });
}

/** Part after part, so that a ledger of any length is verified in the memory of one. */
async function verifyAll(manager: EntityManager, kept: KeptHead | undefined): Promise<Verification> {
  const found: Verification = { events: 0, calls: 0, head: { seq: 0, hash: GENESIS_HASH }, problems: [] };
  const note = (problems: readonly string[]) => {
    found.problems = [...new Set([...found.problems, ...problems])].slice(0, MAX_PROBLEMS);
  };
  for (let more = true; more; ) {
    const part = await verifyChainPart(manager, found.head, kept);
    found.events += part.events;
    found.head = part.head;
    more = part.more;
    note(part.problems);
  }
  for (const verifyPart of [verifyCallsPart, verifyKeptCallsPart]) {
    for (let after: string | undefined = FIRST_CALL; after !== undefined; ) {
      const part = await verifyPart(manager, after);
      found.calls += part.calls;
      after = part.after;
      note(part.problems);
    }
  }
  note(await verifyHeads(manager));
  note(await verifyRecord(manager));
  return found;
}
