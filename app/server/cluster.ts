import cluster, { type Worker } from "node:cluster";
import { log } from "~/platform/log.server";

/** Set for the worker that runs jobs. */
const JOB_RUNNER = "OPENBELL_JOB_RUNNER";

/** Milliseconds before a dead worker is replaced; doubled each time it lived less than a minute. */
const FIRST_RESTART_MS = 250;
const MAX_RESTART_MS = 30_000;
const HEALTHY_MS = 60_000;

/** Whether this process is a worker of a cluster. */
export const isWorker = (): boolean => cluster.isWorker;

/** Whether this process runs jobs: the only process, or the chosen worker. */
export const runsJobs = (): boolean => cluster.isPrimary || process.env[JOB_RUNNER] === "1";

/** A worker died before it served a request, and has logged the reason. */
export class StillbornWorkerError extends Error {
  constructor(readonly exitCode: number) {
    super(`A server process ended with ${exitCode} before it listened`);
  }
}

export type RunningCluster = {
  port: number;
  /** Replaces the processes one by one, so that one always listens. */
  restart(): Promise<void>;
  /** Stops every process gracefully. */
  stop(): Promise<void>;
};

/**
 * Starts server processes that share a port. The first one runs jobs and listens before the others start, so
 * that the database is migrated.
 * @throws StillbornWorkerError
 */
export async function startCluster(size: number): Promise<RunningCluster> {
  const places = Array.from({ length: size }, (_, nth) => new Place(nth === 0));
  const stop = async () => {
    await Promise.all(places.map((place) => place.stop()));
  };
  try {
    const [first, ...others] = places;
    const port = await first?.start();
    await Promise.all(others.map((place) => place.start()));
    return { port: port ?? 0, restart: () => restartAll(places), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function restartAll(places: readonly Place[]): Promise<void> {
  for (const place of places) await place.replace();
}

/** A slot for one server process. */
class Place {
  /** The process that listens; during a replacement there are two. */
  private serving: Worker | undefined;
  private readonly living = new Set<Worker>();
  private timer: NodeJS.Timeout | undefined;
  private restartMs = FIRST_RESTART_MS;
  private stopping = false;

  constructor(private readonly doesJobs: boolean) {}

  /** @returns the port, once it listens */
  async start(): Promise<number> {
    const worker = cluster.fork({ [JOB_RUNNER]: this.doesJobs ? "1" : "0" });
    this.living.add(worker);
    const exited = exitOf(worker).finally(() => this.living.delete(worker));
    const stillborn = exited.then((code) => Promise.reject(new StillbornWorkerError(code)));
    const listening = new Promise<number>((resolve) => worker.once("listening", ({ port }) => resolve(port)));
    // It dies at some point, when nobody awaits it any more.
    stillborn.catch(() => {});
    const port = await Promise.race([listening, stillborn]);
    const since = performance.now();
    this.serving = worker;
    void exited.then((code) => {
      if (this.serving === worker) this.revive(code, performance.now() - since);
    });
    return port;
  }

  /**
   * Starts a new process, and ends the old one when the new one listens.
   * @throws StillbornWorkerError; the old process continues then
   */
  async replace(): Promise<void> {
    const old = this.serving;
    if (this.stopping || !old) return;
    await this.start();
    await end(old);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await Promise.all([...this.living].map(end));
  }

  private revive(exitCode: number, servedMs: number): void {
    this.serving = undefined;
    if (this.stopping) return;
    if (servedMs >= HEALTHY_MS) this.restartMs = FIRST_RESTART_MS;
    log().error({ exitCode, restartMs: this.restartMs }, "a server process died, starting another");
    this.timer = setTimeout(() => {
      if (!this.serving) this.start().catch((error: StillbornWorkerError) => this.revive(error.exitCode, 0));
    }, this.restartMs);
    this.restartMs = Math.min(this.restartMs * 2, MAX_RESTART_MS);
  }
}

/** 1 for a killed process. */
const exitOf = (worker: Worker): Promise<number> =>
  new Promise((resolve) => worker.once("exit", (code: number | null) => resolve(code ?? 1)));

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exited = exitOf(worker);
  worker.process.kill("SIGTERM");
  await exited;
}
