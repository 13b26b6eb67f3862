import { spawn } from "node:child_process";
import { onSignal, waitForExit } from "./programs.mjs";

/** @typedef {{ args: string[], cwd: string, env: NodeJS.ProcessEnv }} Program */

export const STOP_TIMEOUT_MS = 25_000;
const DUPLICATE_SIGNAL_MS = 1_000;

/**
 * Runs a server of ours until it ends, and hands on requests to end.
 *
 * The contract with it: it has an IPC channel, on which nothing is ever said. When the channel closes
 * (process.on("disconnect")) we were killed, and it ends itself as on SIGTERM. It sits in a process group of its
 * own, so that Ctrl-C reaches it once, through us.
 *
 * @param {Program} program what Node shall run
 * @param {{ patienceMs?: number, warn: (line: string) => void }} options how long it may take to end
 * @returns {Promise<number>} its exit code
 */
export async function superviseServer({ args, cwd, env }, { patienceMs = STOP_TIMEOUT_MS, warn }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  /** @type {NodeJS.Timeout | undefined} */
  let killTimer;
  let signalledAt = 0;
  const release = onSignal((signal) => {
    if (!signalledAt) {
      signalledAt = Date.now();
      child.kill(signal);
      killTimer = setTimeout(() => {
        warn(`the server has not ended in ${patienceMs / 1_000} s and is killed`);
        child.kill("SIGKILL");
      }, patienceMs);
      return;
    }
    // The terminal and npm both send the first Ctrl-C; a later one is somebody who does not want to wait.
    if (Date.now() - signalledAt > DUPLICATE_SIGNAL_MS) child.kill("SIGKILL");
  });
  try {
    return await waitForExit(child);
  } finally {
    clearTimeout(killTimer);
    release();
  }
}

/**
 * Runs a command of ours that belongs to the terminal: it may ask questions, and Ctrl-C reaches it directly.
 *
 * @param {Program} program what Node shall run
 * @returns {Promise<number>} its exit code
 */
export async function runCommand({ args, cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: "inherit" });
  const release = onSignal((signal) => void child.kill(signal));
  try {
    return await waitForExit(child);
  } finally {
    release();
  }
}
