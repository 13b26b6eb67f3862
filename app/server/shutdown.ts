import { stopOrm } from "db/orm.server";
import { type Config, config } from "~/platform/config.server";
import { log } from "~/platform/log.server";
import { forgetSideParts } from "~/platform/side-part.server";
import { setStopping } from "~/platform/stopping-flag.server";
import { disposeLimiters } from "~/web/rate-limits.server";

/** What ends each part of a running server, when all it had begun is done. */
export type RunningParts = {
  /** See `watchConnections`. */
  closeConnections(): Promise<void>;
  stopReconciling(): Promise<void>;
  stopFlushingCounts(): Promise<void>;
  /** Stops listening for changes of content. */
  unlisten(): Promise<void>;
  stopJobs(): Promise<void>;
};

/**
 * The order of the stop. Requests under way come first, and find everything they need; then what they left to be written;
 * the database goes last.
 */
export async function shutDown(config: Config, parts: RunningParts): Promise<void> {
  await announceStop(config);
  await Promise.all([parts.closeConnections(), parts.stopReconciling()]);
  await parts.stopFlushingCounts();
  await parts.unlisten();
  await parts.stopJobs();
  disposeLimiters();
  forgetSideParts();
  await stopOrm();
  setStopping(false);
}

/** `/readyz` says no from now on; who balances has this long to hear it. */
async function announceStop({ drainSeconds }: Config): Promise<void> {
  setStopping(true);
  if (drainSeconds > 0) await new Promise((resolve) => setTimeout(resolve, drainSeconds * 1000));
}

/** Stops and exits at SIGTERM or SIGINT, or when the launcher is gone; told more than once, it stops once. */
export function exitWhenTold(stop: () => Promise<void>): void {
  const exit = once(async (signal) => {
    // Without it the log of a server that was told to stop ends like that of one that was killed.
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
