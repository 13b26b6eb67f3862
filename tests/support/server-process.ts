import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

/** How long tests wait for their database, in times: they are not about the speed of the machine they run on. */
export const PATIENCE = "10";

export type Instance = { url: string; process: ChildProcess; stop(): Promise<void> };

/**
 * The built server in a process of its own, on the database at `databaseUrl`.
 * @param command what shall run the bundle, which is put behind it
 */
export async function startInstance(
  databaseUrl: string,
  env: Record<string, string> = {},
  [program, ...words]: readonly [string, ...string[]] = [process.execPath],
): Promise<Instance> {
  const child = spawn(program, [...words, BUNDLE, "serve"], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "silent",
      DEMO: "0",
      DRAIN_SECONDS: "0",
      DATABASE_PATIENCE: PATIENCE,
      TWO_STEP_FOR: "nobody",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output.push(chunk.toString());
      const found = /http:\/\/localhost:\d+/.exec(output.join(""));
      if (found) resolve(found[0].replace("localhost", "127.0.0.1"));
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("exit", () => reject(new Error(`The second server ended: ${output.join("")}`)));
  });
  return {
    url,
    process: child,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** A command of the built server, such as `create-superadmin`, on the database at `databaseUrl`. @returns what it printed, and its exit code */
export const runCommand = (databaseUrl: string, ...words: string[]) =>
  runCommandWith("", databaseUrl, ...words);

/** The same with what somebody types when it asks. */
export async function runCommandWith(
  typed: string,
  databaseUrl: string,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [BUNDLE, ...words], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: databaseUrl, LOG_LEVEL: "silent", DEMO: "0" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined).end(typed);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, output };
}

/** How long a test waits for a state: several times what a slow and busy machine was seen to need. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Asks again until the answer is as it should be.
 * @param limitMs longer where the state comes only once the machine has nothing else to do
 * @throws after that, with the source of the condition that was not met
 */
export async function waitUntil(
  condition: () => Promise<boolean> | boolean,
  limitMs = LONGEST_WAIT_MS,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${limitMs / 1_000} s in vain for ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
