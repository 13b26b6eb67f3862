import { spawn } from "node:child_process";
import { onSignal, waitForExit } from "./programs.mjs";

/** @typedef {{ args: string[], cwd: string, env: NodeJS.ProcessEnv }} Program */

export const STOP_TIMEOUT_MS = 25_000;
const DUPLICATE_SIGNAL_MS = 1_000;

/**
 * Runs a server until it ends, and forwards stop signals. It gets an IPC channel without messages: when the
 * channel closes (process.on("disconnect")), we were killed, and it stops as on SIGTERM. It has its own
 * process group, so that Ctrl-C reaches it only through us.
 * @param {Program} program Node's arguments
 * @param {{ patienceMs?: number, warn: (line: string) => void }} options how long it may take to stop
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
        warn(`the server did not stop within ${patienceMs / 1_000} s and is being killed`);
        child.kill("SIGKILL");
      }, patienceMs);
      return;
    }
    // The terminal and npm both send the first Ctrl-C; a later one means that the user does not want to wait.
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
 * Runs an interactive command: it may prompt, and Ctrl-C reaches it directly.
 * @param {Program} program Node's arguments
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
