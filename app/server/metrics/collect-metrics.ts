import { collectDefaultMetrics } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import "./process-metrics";
import "./backlog-metrics";

let processWatched = false;

/** All metrics of this process, as Prometheus reads them. */
export async function collectMetrics(): Promise<string> {
  watchProcess();
  return metricsRegistry.metrics();
}

/** Memory, processor, event loop, collections of garbage: from the first reader on, since watching them costs something. */
export function watchProcess(): void {
  if (processWatched) return;
  processWatched = true;
  collectDefaultMetrics({ register: metricsRegistry });
}
