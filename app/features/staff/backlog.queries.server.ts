import { float, int } from "db/sql";
import { statement } from "db/statement.server";
import { recordCounts } from "~/platform/record-counts.server";

/** Seconds by the database's clock; 0 if nothing is waiting. */
const AGES = {
  oldestMail: float.from`coalesce((select extract(epoch from now() - min(created_at))
    from mails where state = 'queued'), 0)::float8`,
  oldestOrder: float.from`coalesce((select extract(epoch from now() - min(created_at))
    from orders where status in ('approved', 'capturing', 'unknown')), 0)::float8`,
  oldestChange: float.from`coalesce((select extract(epoch from clock_timestamp() - min(at))
    from record_changes where number is null), 0)::float8`,
  oldestDelivery: float.from`coalesce((select max(extract(epoch from now() - d.next_at)) from webhooks w
    cross join lateral (select next_at from webhook_deliveries d where d.webhook_id = w.id and d.state = 'waiting' and d.next_at > 'epoch'
                         order by next_at limit 1) d
    where w.enabled and w.failing_since is null and d.next_at < now()), 0)::float8`,
  oldestUnplanned: float.from`coalesce((select max(extract(epoch from now() - c.at)) from webhooks w
    cross join lateral (select at from record_changes c where c.number > w.read_to order by c.number limit 1) c
    where w.enabled), 0)::float8`,
  ledgerCheckAge: float.from`coalesce((select extract(epoch from now() - max(finished_at)) from ledger_checks),
    (select extract(epoch from now() - at) from call_events where seq = 1), 0)::float8`,
  ledgerProblems: int.from`coalesce((select jsonb_array_length(problems) from ledger_checks
    where finished_at is not null order by id desc limit 1), 0)`,
};
const READ_AGES = statement("backlog.ages", AGES)`select ${AGES}`;

/** The open work of the whole database, the same in every process. Ages in seconds. */
export type Backlog = {
  mails: { waiting: number; failed: number; oldest: number };
  /** Approved orders that are not captured yet. */
  orders: { unfinished: number; oldest: number };
  /** The oldest committed change of a record that followers cannot see yet. */
  changes: { oldest: number };
  /** How late the oldest delivery to a webhook is whose receiver does not fail, or how old a change that is not planned. */
  deliveries: { oldest: number };
  /** The problems of the last ledger check, and its age; without a check, the ledger's age. */
  ledger: { problems: number; checkAge: number };
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
      unfinished: (["approved", "capturing", "unknown"] as const)
        .map((status) => count("orders", { status }))
        .reduce((sum, next) => sum + next),
      oldest: ages?.oldestOrder ?? 0,
    },
    changes: { oldest: ages?.oldestChange ?? 0 },
    deliveries: { oldest: Math.max(ages?.oldestDelivery ?? 0, ages?.oldestUnplanned ?? 0) },
    ledger: { problems: ages?.ledgerProblems ?? 0, checkAge: ages?.ledgerCheckAge ?? 0 },
  };
}
