import { onSidePool } from "db/orm.server";
import { Gauge } from "prom-client";
import { type Backlog, readBacklog } from "~/features/staff/backlog.queries.server";
import { waitingJobs } from "~/platform/jobs/queue.server";
import { metricsRegistry } from "~/platform/metrics.server";
import { within } from "~/platform/side-part.server";

/** Whoever collects metrics gives up after some seconds, and then has none at all. Milliseconds. */
const LIMIT_MS = 2_000;

type Answer = Backlog & { jobs: Awaited<ReturnType<typeof waitingJobs>> };

let asking: Promise<Answer | undefined> | undefined;

/** What the database says, asked once for all metrics that are collected together; undefined where it does not answer. */
function askDatabase(): Promise<Answer | undefined> {
  asking ??= within(LIMIT_MS, readAnswer()).finally(() => {
    asking = undefined;
  });
  return asking;
}

async function readAnswer(): Promise<Answer | undefined> {
  try {
    const [backlog, jobs] = await Promise.all([onSidePool(readBacklog), waitingJobs()]);
    return { ...backlog, jobs };
  } catch {
    // Told by `openbell_database_up`, and logged by whoever needed it.
    return undefined;
  }
}

type Declared = { name: string; help: string; read: (answer: Answer) => number };

/** The same for all instances, since it is about the database. It has no value while that does not answer. */
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
  help: "Jobs that nobody has taken yet, those that are to be tried again included",
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
  help: "Mails on their way out",
  read: ({ mails }) => mails.waiting,
});

backlogGauge({
  name: "openbell_mails_oldest_waiting_seconds",
  help: "How long the oldest of them has waited",
  read: ({ mails }) => mails.oldest,
});

backlogGauge({
  name: "openbell_mails_failed",
  help: "Mails that could not be delivered and are not tried again",
  read: ({ mails }) => mails.failed,
});

backlogGauge({
  name: "openbell_orders_unfinished",
  help: "Orders that a buyer approved and that are not captured yet",
  read: ({ orders }) => orders.unfinished,
});

backlogGauge({
  name: "openbell_orders_oldest_unfinished_seconds",
  help: "How long ago the oldest of them was placed",
  read: ({ orders }) => orders.oldest,
});

backlogGauge({
  name: "openbell_ledger_problems",
  help: "Rows of the ledger of calls that its last check found not as they were written",
  read: ({ ledger }) => ledger.problems,
});

backlogGauge({
  name: "openbell_ledger_check_age_seconds",
  help: "How long ago the ledger was checked last",
  read: ({ ledger }) => ledger.checkAge,
});
