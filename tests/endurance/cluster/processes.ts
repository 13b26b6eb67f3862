import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isAlive, parentOf, processIdentity, waitUntil } from "../../../db/embedded/process.mjs";
import { commandAs, type Keeper } from "../../../db/embedded/run-as.mjs";

const GONE_WITHIN_MS = 20_000;

/** A running program of the cluster. */
export type Started = {
  child: ChildProcess;
  pid: number;
  /** The last lines of its output. */
  log(): string;
};

/** Starts a program as the account. @throws if it cannot be started */
export function startAs(
  account: Keeper,
  program: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Started {
  const { command, args, options } = commandAs(account, program, [...words]);
  const child = spawn(command, args, {
    ...options,
    // Ctrl-C in the terminal ends the run, which then ends these in their order.
    detached: true,
    env: { ...options.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { pid } = child;
  if (pid === undefined) {
    // The same failure is also an event, which would end the run before its cleanup.
    child.once("error", () => {});
    throw new Error(`${program} cannot be started`);
  }
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  return { child, pid, log: () => output };
}

/** The processes that a PostgreSQL server consists of, the postmaster first. Empty if none runs. */
export function postgresProcesses(data: string): number[] {
  let pid = 0;
  try {
    pid = Number(readFileSync(`${data}/postmaster.pid`, "utf8").split("\n")[0]);
  } catch {
    return [];
  }
  if (!processIdentity(pid)) return [];
  const children = readdirSync("/proc")
    .map(Number)
    .filter((other) => other > 0 && parentOf(other) === pid);
  return [pid, ...children];
}

/** The words of a process, such as "postgres: openbell: startup recovering 00000003". */
export function processTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** Sends a signal to each process that still runs. @throws for a number that addresses a group of processes */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  const group = pids.find((pid) => !(pid > 0));
  if (group !== undefined) throw new Error(`${group} is not the number of one process`);
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** Kills processes, also stopped ones, and waits for their end. */
export async function killAll(pids: readonly number[]): Promise<void> {
  const alive = pids.flatMap((pid) => processIdentity(pid) ?? []);
  signalAll(pids, "SIGKILL");
  await waitUntil(() => !alive.some(isAlive), GONE_WITHIN_MS);
}
