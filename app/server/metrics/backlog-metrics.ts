import { onSidePool } from "db/orm.server";
import { Gauge } from "prom-client";
import { type Backlog, readBacklog } from "~/features/staff/backlog.queries.server";
import { waitingJobs } from "~/platform/jobs/queue.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { waitAtMost } from "~/platform/shared-panel.server";

/** Time limit in milliseconds: a metrics collector gives up after some seconds and would get nothing. */
const LIMIT_MS = 2_000;

type Answer = Backlog & { jobs: Awaited<ReturnType<typeof waitingJobs>> };

let asking: Promise<Answer | undefined> | undefined;

/** The database's answer, shared by all metrics of one collection; undefined if it does not answer. */
function askDatabase(): Promise<Answer | undefined> {
  asking ??= waitAtMost(LIMIT_MS, readAnswer()).finally(() => {
    asking = undefined;
  });
  return asking;
}

async function readAnswer(): Promise<Answer | undefined> {
  try {
    const [backlog, jobs] = await Promise.all([onSidePool(readBacklog), waitingJobs()]);
    return { ...backlog, jobs };
  } catch {
    // `openbell_database_up` reports it, and failing requests log it.
    return undefined;
  }
}

type Declared = { name: string; help: string; read: (answer: Answer) => number };

/**
 * The same for all instances, because it describes the database. No value while the database is unavailable.
 */
function backlogGauge({ name, help, read }: Declared): Gauge {
  return new Gauge({
    name,
    help,
    aggregator: "max",
    registers: [metricsRegistry],
    async collect() {
      const answer = await askDatabase();
      if (answer) this.set(read(answer));
      else this.remove();
    },
  });
}

new Gauge({
  name: "openbell_database_up",
  help: "Whether the database answered when the metrics were collected",
  aggregator: "min",
  registers: [metricsRegistry],
  async collect() {
    this.set((await askDatabase()) ? 1 : 0);
  },
});

new Gauge({
  name: "openbell_jobs_waiting",
  help: "Jobs that no worker has taken yet, including retries",
  labelNames: ["queue"],
  aggregator: "max",
  registers: [metricsRegistry],
  async collect() {
    const answer = await askDatabase();
    this.reset();
    for (const { queue, count } of answer?.jobs ?? []) this.set({ queue }, count);
  },
});

backlogGauge({
  name: "openbell_mails_waiting",
  help: "Emails waiting to be sent",
  read: ({ mails }) => mails.waiting,
});

backlogGauge({
  name: "openbell_mails_oldest_waiting_seconds",
  help: "How long the oldest email has waited",
  read: ({ mails }) => mails.oldest,
});

backlogGauge({
  name: "openbell_mails_failed",
  help: "Emails that could not be delivered and are not retried",
  read: ({ mails }) => mails.failed,
});

backlogGauge({
  name: "openbell_orders_unfinished",
  help: "Orders approved by the buyer but not captured yet",
  read: ({ orders }) => orders.unfinished,
});

backlogGauge({
  name: "openbell_orders_oldest_unfinished_seconds",
  help: "How long ago the oldest of these orders was placed",
  read: ({ orders }) => orders.oldest,
});

backlogGauge({
  name: "openbell_changes_oldest_unnumbered_seconds",
  help: "How long ago the oldest change was made that followers of changes do not see yet",
  read: ({ changes }) => changes.oldest,
});

backlogGauge({
  name: "openbell_webhooks_oldest_due_seconds",
  help: "How late the oldest change is that a webhook has not got whose receiver does not fail",
  read: ({ deliveries }) => deliveries.oldest,
});

backlogGauge({
  name: "openbell_ledger_problems",
  help: "Changed rows that the last check of the call ledger found",
  read: ({ ledger }) => ledger.problems,
});

backlogGauge({
  name: "openbell_ledger_check_age_seconds",
  help: "How long ago the ledger was last checked",
  read: ({ ledger }) => ledger.checkAge,
});
