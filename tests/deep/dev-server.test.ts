import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, expect, it } from "vitest";

/* `npm run dev` without its launcher: Vite loads the whole site, which takes half a minute of processor. */

const PROGRAM = fileURLToPath(new URL("../../app/server/dev.mjs", import.meta.url));
const START_MS = 600_000;

let database: TestDatabase;
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await database?.drop();
});

function develop(env: Record<string, string>) {
  const settings = { NODE_ENV: "development", DEMO: "0", PORT: "0", DATABASE_URL: database.url } as const;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, ...settings, LOG_LEVEL: "silent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output.text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, output, ended };
}

it("npm run dev serves pages until SIGINT", async () => {
  const { child, output, ended } = develop({});
  const url = () => /^Developing on (\S+)$/m.exec(output.text)?.[1];
  await waitUntil(() => url() !== undefined || child.exitCode !== null, START_MS);
  const page = await fetch(`${url()}/about`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<main")]);
  child.kill("SIGINT");
  // Vite reports the packages that it has prepared, or cannot prepare.
  expect([await ended, output.text]).toEqual([0, expect.not.stringMatching(/error/i)]);
});

it("npm run dev ends with one line if no database responds or the port is taken", async () => {
  const away = develop({ DATABASE_URL: "postgresql://127.0.0.1:9/none" });
  expect([await away.ended, away.output.text]).toEqual([
    69,
    expect.stringMatching(/^DATABASE_URL: no database is responding at 127\.0\.0\.1:9 \(.*\)\n$/),
  ]);
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as AddressInfo;
  const late = develop({ PORT: String(port) });
  expect([await late.ended, late.output.text]).toEqual([
    78,
    `PORT ${port} is already in use. Set PORT to a free port.\n`,
  ]);
  holder.close();
});
