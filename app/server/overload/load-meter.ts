import { monitorEventLoopDelay } from "node:perf_hooks";
import { poolUsage } from "db/orm.server";
import { loopTurns } from "~/platform/turns";
import type { Load } from "./concurrency-limit.rules";

/** Milliseconds between two samples; each has them in it beside the delay. */
const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;

/** Measures the queues that work waits in: the event loop, its turns, and the pool of connections. */
export type LoadMeter = {
  /** What was seen since the last reading. */
  read(): Omit<Load, "inFlight">;
  stop(): void;
};

export function startLoadMeter(): LoadMeter {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return {
    read() {
      // Not a number where no sample was taken.
      const loopDelayMs = Math.max(0, delay.mean / NANOSECONDS_PER_MS - RESOLUTION_MS) || 0;
      delay.reset();
      return { loopDelayMs, queueAgeMs: Math.max(contentQueueAge(), loopTurns.longestWaitMs()) };
    },
    stop: () => void delay.disable(),
  };
}

/** What stands beside a page waits in a pool of its own, and no longer than it may. */
const contentQueueAge = (): number =>
  poolUsage().find(([name]) => name === "content")?.[1].longestWaitMs ?? 0;
