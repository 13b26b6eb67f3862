// In a cluster, `/metrics` on any process returns the metrics of all processes together.
import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";

/** Milliseconds until the supervisor must have answered; it waits five seconds for each process. */
const PATIENCE_MS = 6_000;

/** A worker's request for all metrics. */
type Question = { openbell: "metrics"; number: number };
type Answer = Question & { text?: string; error?: string };

/** In the supervisor. @returns a function that reads the metrics of all; workers get the same answer */
export function gatherMetrics(): () => Promise<string> {
  const registry = new AggregatorRegistry();
  const gather = () => registry.clusterMetrics();
  cluster.on("message", (worker, message: Partial<Question>) => {
    if (message.openbell !== "metrics") return;
    const answer = (told: Pick<Answer, "text" | "error">) => {
      if (worker.isConnected()) worker.send({ ...message, ...told });
    };
    gather().then(
      (text) => answer({ text }),
      (error: Error) => answer({ error: error.message }),
    );
  });
  return gather;
}

let questions = 0;
const open = new Map<number, (answer: Answer) => void>();

/** In a worker: lets the supervisor read its metrics. */
export function shareMetrics(): void {
  AggregatorRegistry.setRegistries([metricsRegistry]);
  // Created for its side effect, a listener.
  new AggregatorRegistry();
  process.on("message", (message: Partial<Answer>) => {
    if (message.openbell === "metrics") open.get(message.number ?? 0)?.(message as Answer);
  });
}

/** In a worker: the metrics of all. @throws when they do not arrive in time */
export function askForMetrics(): Promise<string> {
  questions += 1;
  const number = questions;
  return new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error("The metrics of all processes did not arrive in time")),
      PATIENCE_MS,
    );
    open.set(number, ({ text, error }) => {
      clearTimeout(late);
      if (text === undefined) reject(new Error(error));
      else resolve(text);
    });
    process.send?.({ openbell: "metrics", number } satisfies Question);
  }).finally(() => open.delete(number));
}
