import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** Hogs end after this time even if their run was killed. */
const MOST_MS = 3 * 3_600_000;

/**
 * Programs that do nothing but keep each core busy, so that tests meet the delays of a slow machine.
 *
 * @returns {() => Promise<void>} ends them
 */
export function startHogs() {
  const source = `const end = Date.now() + ${MOST_MS}; const parent = process.ppid;
    while (Date.now() < end && process.ppid === parent);`;
  const hogs = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", source], { stdio: "ignore" }),
  );
  return async () => {
    await Promise.all(
      hogs.map((hog) => {
        const ended = new Promise((resolve) => hog.once("exit", resolve));
        hog.kill("SIGKILL");
        return ended;
      }),
    );
  };
}
