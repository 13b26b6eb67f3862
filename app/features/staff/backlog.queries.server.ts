import { float } from "db/sql";
import { statement } from "db/statement.server";
import { recordCounts } from "./record-counts.queries.server";

/** Seconds by the database's clock; 0 where nothing waits. */
const AGES = {
  oldestMail: float.from`coalesce((select extract(epoch from now() - min(created_at))
    from mails where state = 'queued'), 0)::float8`,
  oldestOrder: float.from`coalesce((select extract(epoch from now() - min(created_at))
    from orders where status in ('approved', 'capturing')), 0)::float8`,
};
const READ_AGES = statement("backlog.ages", AGES)`select ${AGES}`;

/** What is still to be done, in the whole database: one process knows of it what all others do. Ages in seconds. */
export type Backlog = {
  mails: { waiting: number; failed: number; oldest: number };
  /** Paid for, or being paid for, and not captured yet. */
  orders: { unfinished: number; oldest: number };
};

export async function readBacklog(): Promise<Backlog> {
  const [count, ages] = await Promise.all([recordCounts(), READ_AGES.first()]);
  return {
    mails: {
      waiting: count("mails", { state: "queued" }),
      failed: count("mails", { state: "failed" }),
      oldest: ages?.oldestMail ?? 0,
    },
    orders: {
      unfinished: count("orders", { status: "approved" }) + count("orders", { status: "capturing" }),
      oldest: ages?.oldestOrder ?? 0,
    },
  };
}
