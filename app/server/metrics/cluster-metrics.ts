// Several processes serve a machine; whoever reads the metrics reads those of all of them together, wherever they ask.
import cluster from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";

/** Milliseconds until whoever looks after the processes must have answered: it waits five seconds for each of them. */
const PATIENCE_MS = 6_000;

/** A process asks for the metrics of all. */
type Question = { openbell: "metrics"; number: number };
type Answer = Question & { text?: string; error?: string };

/** In the process that looks after the others. @returns what reads the metrics of all; it answers the others the same */
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

/** In one of the processes that serve: lets the one that looks after them read its metrics. */
export function shareMetrics(): void {
  AggregatorRegistry.setRegistries([metricsRegistry]);
  // Made for the listener that it brings.
  new AggregatorRegistry();
  process.on("message", (message: Partial<Answer>) => {
    if (message.openbell === "metrics") open.get(message.number ?? 0)?.(message as Answer);
  });
}

/** In one of the processes that serve: the metrics of all. @throws when they do not come in time */
export function askForMetrics(): Promise<string> {
  questions += 1;
  const number = questions;
  return new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error("The metrics of all processes did not come")),
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
