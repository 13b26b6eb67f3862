import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { runHere } from "tests/support/command-here";
import {
  asciiDatabase,
  emptyDatabase,
  queryOnce,
  type TestDatabase,
  testDatabase,
} from "tests/support/postgres";
import { waitUntil } from "tests/support/server-process";
import { type TcpProxy, tcpProxy } from "tests/support/tcp-proxy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSuperadmin } from "~/server/create-superadmin";
import { resetTwoStepCommand } from "~/server/reset-two-step";
import { seed } from "~/server/seed";
import { verifyLedgerCommand } from "~/server/verify-ledger";
import { DATABASE_WAIT_MS, describeDatabaseError, waitForDatabase } from "~/server/wait-for-database";

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));

const PRODUCTION = {
  NODE_ENV: "production",
  DEMO: "0",
  PUBLIC_URL: "https://openbell.test",
  SMTP_URL: "smtp://127.0.0.1:9",
  SESSION_SECRET: "a secret of thirty-two characters or more",
};

let database: TestDatabase;
let proxy: TcpProxy;
beforeAll(async () => {
  database = await testDatabase();
  proxy = await tcpProxy(database.url);
});
afterAll(async () => {
  await proxy?.close();
  await database?.drop();
});

type Started = { child: ChildProcess; output: () => string; ended: Promise<number | null> };

function start(command: string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, [BUNDLE, ...command], {
    env: {
      ...process.env,
      PORT: "0",
      LOG_LEVEL: "info",
      NODE_ENV: "test",
      DEMO: "0",
      DRAIN_SECONDS: "0",
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk;
    });
  child.stdin?.end();
  return { child, output: () => text, ended: new Promise((resolve) => child.once("exit", resolve)) };
}

const withParts = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href;

/** An address where no server listens. */
async function unusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `postgresql://operator:not-for-the-log@127.0.0.1:${port}/openbell`;
}

const NAMED = ["--name", "Edda", "--email", "edda@example.com"];

/** Runs a command in this process. @returns exit code and everything it printed */
async function run(command: (words: string[]) => Promise<void>, databaseUrl: string, ...words: string[]) {
  const { code, out, err } = await runHere(command, { databaseUrl }, words, "a long password\n");
  return { code, output: out + err };
}

describe("a database problem at start", () => {
  const NO_DATABASE = /^DATABASE_URL: no database is responding at 127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\n$/;

  it("is one clear line if no database is responding: the server", async () => {
    const { output, ended } = start(["serve"], { DATABASE_URL: await unusedAddress() });
    expect(await ended).toBe(69);
    expect(output()).toMatch(NO_DATABASE);
  });

  it.each([
    ["the first superadmin", createSuperadmin, NAMED],
    ["bulk data", seed, ["--news", "1"]],
    ["the lost second factor", resetTwoStepCommand, ["--email", "edda@demo.test"]],
    ["the ledger", verifyLedgerCommand, []],
  ])("is one clear line if no database is responding: %s", async (_, command, words) => {
    const { code, output } = await run(command, await unusedAddress(), ...words);
    expect(code).toBe(69);
    expect(output).toMatch(NO_DATABASE);
  });

  it.each([
    ["a password", (url: string) => withParts(url, { password: "wrong-password" }), /authentication failed/],
    ["a database it has not", (url: string) => withParts(url, { pathname: "/nowhere" }), /does not exist/],
  ])("is one line if the database refuses %s", async (_, change, reason) => {
    const { code, output } = await run(createSuperadmin, change(database.url), ...NAMED);
    expect(code).toBe(78);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toMatch(/^DATABASE_URL: the database at [\w.]+:\d+ refuses access/);
    expect(output).toMatch(reason);
    expect(output).not.toMatch(/wrong-password|:\/\//);
  });

  it("is one line if the database lacks the required encryption", async () => {
    const { code, output } = await run(createSuperadmin, `${database.url}?sslmode=verify-full`, ...NAMED);
    expect(code).toBe(78);
    expect(output.trim()).toMatch(
      /^DATABASE_URL: no encrypted connection to the database at [\w.]+:\d+ \(.*SSL.*\); see its sslmode$/,
    );
  });

  it("is one line if the certificate is not trusted", () => {
    const codes = [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ];
    const databaseUrl = "postgresql://us:not-for-the-log@db.example/openbell";
    for (const code of codes) {
      const error = Object.assign(new Error("not to be trusted"), { code });
      expect(describeDatabaseError(error, { databaseUrl, databaseDirectUrl: databaseUrl })).toEqual({
        line: "DATABASE_URL: no encrypted connection to the database at db.example:5432 (not to be trusted); see its sslmode",
        exitCode: 78,
      });
    }
  });

  it("is one line if the encoding is not UTF-8, before any write", async () => {
    const ascii = await asciiDatabase();
    const { code, output } = await run(createSuperadmin, ascii.url, ...NAMED);
    expect(code).toBe(78);
    expect(output.trim()).toBe(
      "DATABASE_URL: the database's encoding is SQL_ASCII, not UTF8: create one with: encoding 'UTF8' locale 'C.UTF-8' template template0",
    );
    expect(await queryOnce(ascii.url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    await ascii.drop();
  });

  it("is one line if a demo or sample data would use a real site's database", async () => {
    const real = await testDatabase();
    expect((await run(createSuperadmin, real.url, ...NAMED)).code).toBe(0);
    const { child, output } = start(["serve"], { DATABASE_URL: real.url, DEMO: "1" });
    await waitUntil(async () => child.exitCode !== null || output().includes("is ready"));
    child.kill("SIGKILL");
    expect(output().trim()).toBe(
      "DATABASE_URL: it belongs to a real site, and a demo shows its emails to everybody: set NODE_ENV=production, or DEMO=0",
    );
    const members = () => queryOnce<{ count: string }>(real.url, "select count(*) from members");
    const seedOne = (url: string, ...more: string[]) => run(seed, url, "--members", "1", ...more);
    expect(await seedOne(real.url)).toEqual({
      code: 78,
      output: "This database belongs to a live site. To add sample rows anyway, use --on-a-real-site.\n",
    });
    expect(await members()).toEqual([{ count: "0" }]);
    const empty = await emptyDatabase();
    expect((await seedOne(empty.url)).code).toBe(0);
    await empty.drop();
    expect((await seedOne(real.url, "--on-a-real-site")).code).toBe(0);
    expect(await members()).toEqual([{ count: "1" }]);
    await real.drop();
  });

  it("makes production wait, with one message", async () => {
    proxy.refuse();
    const { child, output, ended } = start(["serve"], { ...PRODUCTION, DATABASE_URL: proxy.url });
    await waitUntil(async () => output().includes("waiting"));
    proxy.thaw();
    await waitUntil(async () => output().includes('"msg":"serving"'));
    expect(output().match(/waiting/g)).toHaveLength(1);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });
});

describe("waiting for a database", () => {
  const away = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

  /** A clock that only advances during sleep. */
  function clock() {
    let now = 5_000;
    const sleep = async (ms: number) => {
      now += ms;
    };
    return { now: () => now, sleep };
  }

  it("continues until the database answers", async () => {
    const time = clock();
    let tries = 0;
    const connect = async () => {
      tries += 1;
      if (tries < 4) throw away;
      return "connected";
    };
    const waits: number[] = [];
    const answer = await waitForDatabase(connect, {
      patienceMs: DATABASE_WAIT_MS,
      onWait: () => waits.push(time.now()),
      ...time,
    });
    expect([answer, tries, waits.length]).toEqual(["connected", 4, 1]);
  });

  it("ends after thirty seconds with the error", async () => {
    const time = clock();
    const failing = waitForDatabase(() => Promise.reject(away), {
      patienceMs: DATABASE_WAIT_MS,
      ...time,
    });
    await expect(failing).rejects.toBe(away);
    expect(time.now() - 5_000).toBe(30_000);
  });

  it("does not happen for other errors or without patience", async () => {
    const broken = new Error("relation does not exist");
    for (const [error, patienceMs] of [
      [broken, DATABASE_WAIT_MS],
      [away, 0],
    ] as const) {
      const time = clock();
      await expect(waitForDatabase(() => Promise.reject(error), { patienceMs, ...time })).rejects.toBe(error);
      expect(time.now()).toBe(5_000);
    }
  });
});
