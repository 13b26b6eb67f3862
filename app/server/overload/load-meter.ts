import { monitorEventLoopDelay } from "node:perf_hooks";
import { poolUsage } from "db/orm.server";
import { eventLoopQueue } from "~/platform/event-loop-queue";
import type { Load } from "./concurrency-limit.rules";

/** Milliseconds between two samples, which are included in each measured delay. */
const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

/** Measures where requests wait: the event loop, its queue, and the connection pool. */
export type LoadMeter = {
  /** Measurements since the last reading. */
  read(): Omit<Load, "inFlight">;
  stop(): void;
};

export function startLoadMeter(): LoadMeter {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    read() {
      // NaN when no sample was taken.
      const loopDelayMs = Math.max(0, delay.mean / NANOSECONDS_PER_MS - RESOLUTION_MS) || 0;
      delay.reset();
      return { loopDelayMs, queueAgeMs: Math.max(contentQueueAge(), eventLoopQueue.longestWaitMs()) };
    },
    stop: () => void delay.disable(),
  };
}

/** Shared panels have a separate pool and a time limit. */
const contentQueueAge = (): number =>
  poolUsage().find(([name]) => name === "content")?.[1].longestWaitMs ?? 0;
