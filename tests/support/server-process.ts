import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const bundleIn = (folder: string) => join(folder, "build/server/index.js");

/** The factor for the tests' database timeouts, which must not depend on the machine's speed. */
export const PATIENCE = "10";

export type Instance = { url: string; process: ChildProcess; stop(): Promise<void> };

/**
 * The built server in a process of its own, on the database at `databaseUrl`.
 * @param command runs the bundle, whose path is its last argument
 * @param folder another release with its build
 */
export async function startInstance(
  databaseUrl: string,
  env: Record<string, string> = {},
  [program, ...words]: readonly [string, ...string[]] = [process.execPath],
  folder = ROOT,
): Promise<Instance> {
  const child = spawn(program, [...words, bundleIn(folder), "serve"], {
    cwd: folder,
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

/**
 * A command of the built server, such as `create-superadmin`, on the database at `databaseUrl`. @returns
 * output and exit code
 */
export const runCommand = (databaseUrl: string, ...words: string[]) =>
  runCommandWith("", databaseUrl, ...words);

/** The same with typed input for its prompts. */
export async function runCommandWith(
  typed: string,
  databaseUrl: string,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [bundleIn(ROOT), ...words], {
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

/** How long a test waits for a state: several times the longest wait seen on a slow machine. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Repeats a check until it succeeds.
 * @param limitMs longer for states that need an idle machine
 * @throws after that, with the source of the failed condition
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
