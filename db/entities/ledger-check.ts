import { defineEntity, type InferEntity, p } from "@mikro-orm/core";
import { oneOf } from "../columns";

/** The stages of a ledger check, in order. */
export const CHECK_STAGES = ["chain", "calls", "kept calls", "record"] as const;

/**
 * A check of the whole ledger, run in parts, with its progress and results. Only the newest checks are
 * stored.
 */
export const LedgerCheck = defineEntity({
  name: "LedgerCheck",
  tableName: "ledger_checks",
  properties: {
    id: p.bigint("string").primary().autoincrement(),
    startedAt: p.datetime(3).defaultRaw("now()"),
    /** Null while it runs. Only one runs at a time. */
    finishedAt: p.datetime(3).nullable(),
    /** Started by staff. All others are the daily ones. */
    askedFor: p.boolean().default(false),
    stage: oneOf(CHECK_STAGES).default("chain"),
    /** The last event checked, and its hash. */
    seq: p.integer().default(0),
    hash: p.text(),
    /** The last call checked, in stages that go by calls. */
    callId: p.uuid(),
    /** Each problem names its row. */
    problems: p.json<string[]>().defaultRaw("'[]'"),
    /** The last event of the latest check without problems. It must still exist. */
    keptSeq: p.integer().nullable(),
    keptHash: p.text().nullable(),
  },
  indexes: [
    {
      name: "ledger_checks_unfinished_unique",
      expression:
        "create unique index ledger_checks_unfinished_unique on ledger_checks ((finished_at is null)) where finished_at is null",
    },
  ],
});
export type LedgerCheck = InferEntity<typeof LedgerCheck>;
