import { spawn } from "node:child_process";
import { isAlive, parentOf, processIdentity } from "../../../db/embedded/process.mjs";
import { Interrupted } from "./error.mjs";

/** @typedef {{ cwd: string, env: NodeJS.ProcessEnv, shell?: boolean }} Surroundings */
/** @typedef {{ code: number, output: string }} Outcome */

const SIGNALS = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
const PARENT_MS = 100;

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const listeners = new Set();
/** @type {NodeJS.Signals | undefined} */
let received;

/**
 * From now on, stop signals are passed to the running step; between steps `throwIfInterrupted` reports them.
 */
export function catchSignals() {
  for (const signal of SIGNALS) process.on(signal, () => receive(signal));
}

/** @param {NodeJS.Signals} signal */
function receive(signal) {
  received ??= signal;
  for (const listener of listeners) listener(signal);
}

/**
 * npm sends SIGTERM to its shell, which dies without forwarding it. So under npm the end of either parent
 * counts as SIGTERM.
 * @param {NodeJS.ProcessEnv} env
 */
export function exitWithNpm(env) {
  if (!env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const above = npm === undefined ? null : processIdentity(npm);
  const timer = setInterval(() => {
    if (process.ppid === shell && (above === null || isAlive(above))) return;
    clearInterval(timer);
    receive("SIGTERM");
  }, PARENT_MS);
  timer.unref();
}

/**
 * @param {(signal: NodeJS.Signals) => void} listener
 * @returns {() => void} stops listening
 */
export function onSignal(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @throws {Interrupted} after a stop signal */
export function throwIfInterrupted() {
  if (received) throw new Interrupted(received);
}

/**
 * Runs a program and captures its output.
 * @param {string} command
 * @param {string[]} args
 * @param {Surroundings} options
 * @returns {Promise<Outcome>} `output`: both streams in order
 * @throws {Interrupted}
 */
export async function runQuietly(command, args, options) {
  const child = spawn(command, args, {
    ...options,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.on("data", (chunk) => chunks.push(chunk));
  const release = onSignal((signal) => void child.kill(signal));
  try {
    const code = await waitForExit(child);
    throwIfInterrupted();
    return { code, output: Buffer.concat(chunks).toString("utf8") };
  } finally {
    release();
  }
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? signalNumber(signal) : 0)));
  });
}

/** @param {NodeJS.Signals} signal */
export function signalNumber(signal) {
  return (
    { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[String(signal)] ??
    0
  );
}
