import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { timeRequest, timeUntil } from "../load";
import { type Outcome, outcome, seconds } from "../outcome";
import type { Run } from "../site";

const STARTS = 5;
const READY_WITHIN_MS = 2_000;
const GIVE_UP_MS = 120_000;

/** Repeats `npm start` with its own PostgreSQL in one folder. The first start fills the database. */
export async function starts({ cleanup, say }: Run): Promise<Outcome[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "openbell-starts-"));
  cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
  const times: number[] = [];
  for (let nth = 0; nth <= STARTS; nth += 1) {
    const began = performance.now();
    const child = launch(dataDir);
    // From the very start: the first address may take minutes to appear.
    cleanup.defer(() => end(child));
    const url = await addressOf(child);
    const ready = async () => (await timeRequest(`${url}/readyz`)).status === 200;
    if ((await timeUntil(ready, { within: GIVE_UP_MS, every: 10 })) === undefined)
      throw new Error("npm start does not become ready");
    times.push(performance.now() - began);
    say(`  ready after ${seconds(times.at(-1) ?? 0)}`);
    await end(child);
  }
  const [first = 0, ...again] = times;
  const middle = again.toSorted((a, b) => a - b)[Math.floor(again.length / 2)] ?? Number.POSITIVE_INFINITY;
  return [
    outcome(
      "a second start takes at most 2 s",
      `median of ${STARTS} starts ${seconds(middle)}, slowest ${seconds(Math.max(...again))}, with the embedded PostgreSQL (the first, which fills it: ${seconds(first)})`,
      middle <= READY_WITHIN_MS,
    ),
  ];
}

type Launched = ChildProcessByStdio<null, Readable, null>;

function launch(dataDir: string): Launched {
  const { DATABASE_URL: _, ...env } = process.env;
  return spawn(process.execPath, ["app/server/launch.mjs", "start"], {
    env: { ...env, DATA_DIR: dataDir, PORT: "0", DEMO: "1", NODE_ENV: "production", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Resolves once it prints its address. @throws if it ends before */
function addressOf(child: Launched): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once("exit", () => reject(new Error(`npm start ended: ${output}`)));
  });
}

/** Stops it and waits for its end. It may have ended already. */
async function end(child: Launched): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
