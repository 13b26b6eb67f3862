import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

export type Instance = { url: string; process: ChildProcess; stop(): Promise<void> };

/** The built server in a process of its own, on the database at `databaseUrl`. */
export async function startInstance(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Instance> {
  const child = spawn(process.execPath, [BUNDLE, "serve"], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      PORT: "0",
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "silent",
      DEMO: "0",
      DRAIN_SECONDS: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said.push(chunk.toString());
      const found = /http:\/\/localhost:\d+/.exec(said.join(""));
      if (found) resolve(found[0].replace("localhost", "127.0.0.1"));
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", () => reject(new Error(`The second server ended: ${said.join("")}`)));
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

/** Asks again until the answer is as it should be. @throws when it never is; the limit is the test's own. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}
