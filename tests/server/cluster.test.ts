import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { freePort } from "db/embedded/port.mjs";
import { openDatabase } from "tests/support/database";
import { type TestDatabase, testDatabase } from "tests/support/postgres";
import { type Instance, startInstance, waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const METRICS_TOKEN = "a token for a test of several";

let database: TestDatabase;
let running: Instance;
beforeAll(async () => {
  database = await testDatabase();
  // A port that the system chooses would be lost with the last process.
  running = await startInstance(database.url, {
    WEB_CONCURRENCY: "2",
    PORT: String(await freePort()),
    METRICS_TOKEN,
  });
});
afterAll(async () => {
  running?.process.kill("SIGKILL");
  await database?.drop();
});

const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
  const connection = openDatabase(database.url);
  return connection.rows<Row>(text, values).finally(() => connection.close());
};

const parentsAndStates = () =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

/** The process ids of a server's workers. */
const workersOf = ({ process: { pid } }: Instance): number[] =>
  parentsAndStates()
    .filter(([, parent, state]) => Number(parent) === pid && !state?.startsWith("Z"))
    .map(([child]) => Number(child))
    .sort();

const exitOf = ({ process: child }: Instance) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once("exit", (code) => resolve(code));
  });

/** Uses a new connection each time, so that requests reach different processes. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${running.url}${path}`, { ...init, headers: { Connection: "close", ...init.headers } }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return String(answer.status);
    },
    (error: Error) => `${error.message}: ${error.cause}`,
  );

const crowd = (path: string, init?: RequestInit) =>
  Promise.all(Array.from({ length: 30 }, () => ask(path, init)));

/** Requests repeatedly until `done` resolves to true. @returns all different replies */
async function requestUntil(done: () => Promise<boolean>): Promise<Set<string>> {
  const answers = new Set<string>();
  await waitUntil(async () => {
    for (const answer of await crowd("/about")) answers.add(answer);
    return done();
  });
  return answers;
}

const registration = (email: string): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ firstname: "Ada", lastname: "Wexford", email, password: "a long password" }),
});

const mailsSentTo = async (email: string) =>
  (await rows("select 1 from mails where to_address = ? and state = 'sent'", [email])).length;

/** The number of cache lookups in all processes. */
async function countLookups(): Promise<number> {
  const headers = { Connection: "close", Authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${running.url}/metrics`, { headers })).text();
  const found = [...text.matchAll(/^openbell_page_cache_lookups_total\{[^}]*\} (\d+)$/gm)];
  return found.reduce((sum, [, count]) => sum + Number(count), 0);
}

describe("several processes on one port", () => {
  it("all serve, and one of them runs the jobs", async () => {
    expect(workersOf(running)).toHaveLength(2);
    expect(new Set([...(await crowd("/")), ...(await crowd("/readyz"))])).toEqual(new Set(["200"]));
    const listening = await rows(
      `select 1 from pg_stat_activity
        where datname = current_database() and query ~ '^(listen|select 1$)' and pid <> pg_backend_pid()`,
    );
    // Each process listens for content changes, and one also for jobs.
    expect(listening).toHaveLength(3);
  });

  it("count sign-in attempts together", async () => {
    const attempts = await crowd("/api/auth/user/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "nobody@demo.test", password: "not the right one" }),
    });
    expect(attempts.filter((status) => status === "401")).toHaveLength(10);
    expect(attempts.filter((status) => status === "429")).toHaveLength(20);
  });

  it("report shared metrics from any process, but only with the token", async () => {
    await crowd("/about");
    const looked = await Promise.all(Array.from({ length: 6 }, countLookups));
    expect(looked[0]).toBeGreaterThanOrEqual(30);
    expect(new Set(looked).size).toBe(1);
    expect(await ask("/metrics")).toBe("404");
  });

  it("are replaced when they die, including the one that runs the jobs", async () => {
    for (const pid of workersOf(running)) {
      const before = workersOf(running);
      process.kill(pid, "SIGKILL");
      await waitUntil(async () => {
        const now = workersOf(running);
        return now.length === 2 && String(now) !== String(before);
      });
    }
    await requestUntil(async () => (await crowd("/readyz")).every((status) => status === "200"));
    expect(await ask("/api/auth/user/register", registration("ada@example.com"))).toBe("201");
    await waitUntil(async () => (await mailsSentTo("ada@example.com")) === 1);
  });

  it("are all replaced at SIGHUP without losing a request", async () => {
    const before = workersOf(running);
    running.process.kill("SIGHUP");
    const answers = await requestUntil(async () => {
      const now = workersOf(running);
      return now.length === 2 && now.every((pid) => !before.includes(pid));
    });
    expect(answers).toEqual(new Set(["200"]));
    expect(await ask("/api/auth/user/register", registration("grace@example.com"))).toBe("201");
    await waitUntil(async () => (await mailsSentTo("grace@example.com")) === 1);
  });

  it("all end at SIGTERM after answering every request", async () => {
    const workers = workersOf(running);
    const statuses = crowd("/news?page=2");
    // A request sent after the port closes was never accepted.
    await ask("/about");
    running.process.kill("SIGTERM");
    expect(await exitOf(running)).toBe(0);
    expect(new Set(await statuses)).toEqual(new Set(["200"]));
    const left = parentsAndStates().map(([pid]) => Number(pid));
    expect(workers.filter((pid) => left.includes(pid))).toEqual([]);
  });
});

describe("several processes that cannot start", () => {
  it("report once that the port is taken", async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { port } = holder.address() as { port: number };
    const started = startInstance(database.url, { WEB_CONCURRENCY: "2", PORT: String(port) });
    await expect(started).rejects.toThrow(
      new Error(`The second server ended: PORT ${port} is already in use. Set PORT to a free port.\n`),
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  it("report once that the database is down", async () => {
    const started = startInstance("postgresql://nobody@127.0.0.1:9/none", { WEB_CONCURRENCY: "2" });
    await expect(started).rejects.toThrow(
      /^The second server ended: DATABASE_URL: no database is responding[^\n]*\n$/,
    );
  });
});
