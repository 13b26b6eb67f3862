import { collectDefaultMetrics } from "prom-client";
import { metricsRegistry } from "~/platform/metrics.server";
import "./process-metrics";
import "./backlog-metrics";

let processWatched = false;

/** All metrics of this process in Prometheus format. */
export async function collectMetrics(): Promise<string> {
  watchProcess();
  return metricsRegistry.metrics();
}

/**
 * Memory, processor, event loop and garbage collection, from the first collection on, because watching them
 * costs time.
 */
export function watchProcess(): void {
  if (processWatched) return;
  processWatched = true;
  collectDefaultMetrics({ register: metricsRegistry });
}
