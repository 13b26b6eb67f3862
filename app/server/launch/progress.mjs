import { Interrupted } from "./error.mjs";

/** @typedef {{ write(text: string): unknown, isTTY?: boolean }} Output */
/** @typedef {<T>(name: string, doing: string, work: () => Promise<{ summary: string, value: T }>) => Promise<T>} Step */

const NAME_WIDTH = 11;
const SUMMARY_WIDTH = 44;
const SLOW_MS = 2_000;

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Prints one line per step: name, result and duration. A terminal shows the line while the step runs;
 * elsewhere a slow step is announced once.
 * @param {Output} output
 * @param {NodeJS.ProcessEnv} env NO_COLOR and TERM=dumb are respected
 * @param {() => number} [clock] milliseconds
 */
export function createProgress(output, env, clock = Date.now) {
  const interactive = output.isTTY === true && env.TERM !== "dumb";
  const [dim, plain] = interactive && !env.NO_COLOR ? ["\x1b[2m", "\x1b[22m"] : ["", ""];
  const erase = interactive ? "\r\x1b[K" : "";

  /** @param {string} text */
  const note = (text) => output.write(`${erase}${"".padEnd(NAME_WIDTH)}${text}\n`);

  /** @type {Step} */
  async function step(name, activity, work) {
    const start = clock();
    const label = name.padEnd(NAME_WIDTH);
    if (interactive) output.write(`${label}${dim}${activity} …${plain}`);
    const slow = interactive ? undefined : setTimeout(() => output.write(`${label}${activity} …\n`), SLOW_MS);
    try {
      const { summary, value } = await work();
      output.write(
        `${erase}${label}${summary.padEnd(SUMMARY_WIDTH)} ${dim}${formatDuration(clock() - start)}${plain}\n`,
      );
      return value;
    } catch (error) {
      const outcome = error instanceof Interrupted ? "cancelled" : "failed";
      output.write(
        `${erase}${label}${outcome.padEnd(SUMMARY_WIDTH)} ${dim}${formatDuration(clock() - start)}${plain}\n`,
      );
      throw error;
    } finally {
      clearTimeout(slow);
    }
  }
  return { step, note };
}
