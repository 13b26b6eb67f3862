import type { EntityManager } from "db/orm.server";
import { int, literal, raw, text } from "db/sql";
import { statement } from "db/statement.server";
import { CLOCK_STEP_MS } from "~/features/calls/ledger/clock-step";

const STEP = raw(`interval '${CLOCK_STEP_MS} milliseconds'`);

const WRONG = {
  seq: int,
  hash: text,
  wrong: literal(["missing", "younger", "older"]),
};

/**
 * Each check of the last month proves that its head existed by its end, and that later events came after its
 * start.
 */
const HEADS = statement("verify-ledger.heads", WRONG)`
  select seq, hash, wrong from (
    select kept.id, kept.seq, kept.hash,
           case when last.hash is distinct from kept.hash then 'missing'
                when last.at > kept.finished_at + ${STEP} then 'younger'
                when next.at < kept.started_at - ${STEP} then 'older' end as wrong
      from ledger_checks as kept
      left join call_events as last on last.seq = kept.seq
      left join call_events as next on next.seq = kept.seq + 1
     where kept.finished_at is not null and kept.problems = '[]' and kept.seq > 0) as heads
   where wrong is not null order by id`;

/**
 * Compares the ledger with the heads of the last month's daily checks. A forger of a whole new chain would
 * have to forge these too, and could move no event across them.
 */
export async function verifyHeads(manager: EntityManager): Promise<string[]> {
  const found = await HEADS.all({}, manager);
  return found.map(({ seq, hash, wrong }) => {
    if (wrong === "missing") return `event ${seq}: the saved head ${hash} is missing`;
    return wrong === "younger"
      ? `event ${seq}: its time is later than that of a daily check that included it`
      : `event ${seq + 1}: its time is earlier than that of a daily check that did not include it`;
  });
}
