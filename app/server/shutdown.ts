import { stopOrm } from "db/orm.server";
import { quoteStream } from "~/features/markets/stream/quote-stream.server";
import { type Config, config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { clearSharedPanels } from "~/platform/shared-panel.server";
import { setStopping } from "~/platform/stopping-flag.server";
import { disposeLimiters } from "~/web/rate-limits.server";

/** Functions that stop each part of a running server gracefully. */
export type RunningParts = {
  /** See `watchConnections`. */
  closeConnections(): Promise<void>;
  stopReconciling(): Promise<void>;
  stopFlushingCounts(): Promise<void>;
  /** Stops listening for content changes. */
  unlisten(): Promise<void>;
  stopJobs(): Promise<void>;
};

/**
 * Stops in order: running requests first, with everything they need; then their pending writes; the database
 * last.
 */
export async function shutDown(config: Config, parts: RunningParts): Promise<void> {
  await announceStop(config);
  quoteStream.close();
  await Promise.all([parts.closeConnections(), parts.stopReconciling()]);
  await parts.stopFlushingCounts();
  await parts.unlisten();
  await parts.stopJobs();
  disposeLimiters();
  clearSharedPanels();
  await stopOrm();
  setStopping(false);
}

/** `/readyz` fails from now on; load balancers have this long to notice. */
async function announceStop({ drainSeconds }: Config): Promise<void> {
  setStopping(true);
  if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000));
}

/** Stops and exits on SIGTERM or SIGINT, or when the launcher is gone; repeated signals stop only once. */
export function exitWhenTold(stop: () => Promise<void>): void {
  const exit = once(async (signal) => {
    // Without it a stopped server's log would look like a killed one's.
    if (!config().demo) log().info({ signal }, "stopping");
    await stop();
    process.exit(0);
  });
  process.on("SIGINT", exit);
  process.on("SIGTERM", exit);
  process.on("disconnect", exit);
}

type OnStop<Done> = (signal?: NodeJS.Signals) => Done;

function once(run: OnStop<Promise<void>>): OnStop<void> {
  let started = false;
  return (signal) => {
    if (started) return;
    started = true;
    void run(signal);
  };
}
