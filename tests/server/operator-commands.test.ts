import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { knex } from "@mikro-orm/postgresql";
import { MIGRATION_LOCK } from "db/migrate.server";
import {
  fillSmallSite,
  readEntries,
  type Site,
  tablesIn,
  temporarySites,
  writeValidArchive,
} from "tests/support/backups";
import { runHere } from "tests/support/command-here";
import {
  openQueries,
  patientConnections,
  type Queries,
  queryOnce,
  testDatabase,
} from "tests/support/postgres";
import { waitUntil } from "tests/support/server-process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupCommand, restoreCommand } from "~/server/backup/commands";
import { createSuperadmin } from "~/server/create-superadmin";
import { seed } from "~/server/seed";

/*
 * What an operator's command does with a wrong argument, beside itself, and on Ctrl-C. Without a database:
 * wait-for-database.test.ts and backup/commands.test.ts; before the build exists: launch-start.test.ts.
 */

const BUNDLE = fileURLToPath(new URL("../../build/server/index.js", import.meta.url));
const BENCH = fileURLToPath(new URL("../load/bench.mjs", import.meta.url));

const { folder, newSite, remove } = temporarySites();

let site: Site;
let fresh: Site;
let queries: Queries;
const children: ChildProcess[] = [];

/** Of the small site, in `folder`. */
const ARCHIVE = "small.tar.gz";

beforeAll(async () => {
  site = await newSite("site");
  await fillSmallSite(site);
  fresh = await newSite("fresh");
  queries = openQueries(site.databaseUrl);
  expect(await runHere(backupCommand, site, ["--to", join(folder, ARCHIVE)])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await queries?.close();
  await remove();
});

/** Starts a command of the build in `folder`, with a password on its standard input. */
function start({ databaseUrl, dataDir }: Site, ...words: string[]) {
  const settings = { NODE_ENV: "test", DEMO: "0", PORT: "0", LOG_LEVEL: "info", INIT_CWD: folder } as const;
  const child = spawn(process.execPath, [BUNDLE, ...words], {
    env: { ...process.env, ...settings, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "pipe"],
  });
  children.push(child);
  child.stdin.on("error", () => {}).end("a long password\n");
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output.text += chunk));
  const ended = new Promise<number>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : -1))),
  );
  return { child, output, ended };
}

/** @returns exit code and output of both, the one with the lower code first */
async function runTwice(at: Site, ...words: string[]) {
  const runs = [start(at, ...words), start(at, ...words)];
  const codes = await Promise.all(runs.map(({ ended }) => ended));
  const results = runs.map(({ output }, nth) => ({ code: codes[nth] ?? -1, text: output.text }));
  for (const { text } of results) expect(text).not.toMatch(/^\s+at |\binsert into\b|\bselect\b/m);
  return results.toSorted((a, b) => a.code - b.code);
}

const countOf = async (table: string) =>
  Number((await queries.run<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

const waitingFor = async (at: Queries, kind: string) =>
  (
    await at.run(
      `select 1 from pg_locks join pg_database d on d.oid = database
        where datname = current_database() and not granted and locktype = '${kind}'`,
    )
  ).length;

/** Runs SQL that takes a lock. @returns a function that releases it */
async function hold(url: string, sql: string): Promise<() => Promise<void>> {
  const pool = knex(patientConnections(url, 1));
  const transaction = await pool.transaction();
  await transaction.raw(sql);
  return async () => {
    await transaction.rollback();
    await pool.destroy();
  };
}

/** How long three commands may take to start beside other tests. */
const THREE_STARTS_MS = 300_000;

const SUPERADMIN = ["create-superadmin", "--name", "Edda", "--email", "edda@example.com"];
const RESET = ["reset-two-step", "--email", "edda@example.com"];

describe("a wrong argument", () => {
  it.each([
    [
      ["serve", "--port", "80"],
      "npm start takes no arguments. Settings are environment variables, such as PORT.",
    ],
    [
      ["sede"],
      "Unknown command sede. Commands: serve, seed, create-superadmin, reset-two-step, verify-ledger, backup, restore.",
    ],
  ])("%j ends with 64 and one line", async (words, line) => {
    const { output, ended } = start(site, ...words);
    expect([await ended, output.text]).toEqual([64, `${line}\n`]);
  });

  it.each([
    ["seed", ["--members"], seed, "--members needs a number after it"],
    [
      "create-superadmin",
      ["--mail", "a@b.co"],
      createSuperadmin,
      "Usage: npm run create-superadmin -- --name NAME --email ADDRESS",
    ],
    ["create-superadmin", ["--name", "Edda"], createSuperadmin, "--email is missing or not an address"],
  ])("%s %j ends with 64 and one line", async (_, words, command, line) => {
    const result = await runHere(command, site, words, "a long password\n");
    expect(result).toEqual({ code: 64, out: "", err: `${line}\n` });
  });

  it("npm run bench ends with 64 and one line if the argument is unknown", () => {
    const { status, stderr } = spawnSync(process.execPath, [BENCH, "--fast"], { encoding: "utf8" });
    expect([status, stderr]).toEqual([64, expect.stringMatching(/^Unknown option '--fast'.*\n$/)]);
  });
});

describe("the same command twice at once", () => {
  it("seeds one after the other", async () => {
    const rows = await countOf("news");
    const [first, second] = await runTwice(site, "seed", "--news", "10", "--on-a-real-site");
    expect([first?.code, second?.code, await countOf("news")]).toEqual([0, 0, rows + 20]);
  });

  it("creates one superadmin, and the other one reports that there is one; resetting twice is one reset", async () => {
    const [made, refused] = await runTwice(site, ...SUPERADMIN);
    expect([made?.code, refused]).toEqual([
      0,
      { code: 1, text: "edda@example.com already belongs to a member of staff.\n" },
    ]);
    await queries.run("update staff set two_step_since = now()");
    const texts = (await runTwice(site, ...RESET)).map(({ text }) => text);
    expect(texts.toSorted()).toEqual([
      expect.stringMatching(/ is now off\. .*\n$/),
      expect.stringMatching(/ was already off\.\n$/),
    ]);
    expect(await countOf("mails")).toBe(1);
  });

  it("verifies the ledger twice", async () => {
    const runs = await runTwice(site, "verify-ledger");
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  });

  it("makes one archive, and restores it once", async () => {
    const [made, refused] = await runTwice(site, "backup", "--to", "one.tar.gz");
    expect([made?.code, refused]).toEqual([
      0,
      { code: 73, text: `${join(folder, "one.tar.gz")} already exists.\n` },
    ]);
    const [restored, late] = await runTwice(fresh, "restore", "one.tar.gz");
    expect([restored?.code, late]).toEqual([
      0,
      { code: 78, text: expect.stringMatching(/^The database is not empty: it has \d+ tables\. .*\n$/) },
    ]);
  });
});

describe("Ctrl-C", () => {
  /** Sends SIGINT and expects a quiet end. @param printed what the command had printed before */
  async function interrupt({ child, output, ended }: ReturnType<typeof start>, printed = "") {
    child.kill("SIGINT");
    expect([await ended, output.text]).toEqual([130, printed]);
  }

  it("ends every command quietly while the database does not answer", async () => {
    const interruptAtConnection = async (words: string[]) => {
      const silent = createServer().listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const run = start({ ...site, databaseUrl: `postgresql://127.0.0.1:${port}/none` }, ...words);
      const [socket] = await once(silent, "connection");
      await interrupt(run);
      socket.destroy();
      silent.close();
    };
    // The next test interrupts a seed.
    const commands = [["serve"], SUPERADMIN, RESET, ["verify-ledger"]];
    await Promise.all(commands.map(interruptAtConnection));
  });

  it("leaves no part of a seed, a backup or a restore behind", async () => {
    const empty = await newSite("empty");
    const rows = await countOf("news");
    const other = openQueries(empty.databaseUrl);
    const releaseTable = await hold(site.databaseUrl, "lock table news in access exclusive mode");
    const releaseMigrations = await hold(empty.databaseUrl, `select pg_advisory_lock(${MIGRATION_LOCK})`);
    const [seeding, backup, restore] = [
      start(site, "seed", "--news", "10", "--on-a-real-site"),
      start(site, "backup", "--to", "two.tar.gz"),
      start(empty, "restore", ARCHIVE),
    ];
    const parts = () => readdirSync(folder).filter((name) => name.endsWith(".part"));
    const areWaiting = async () => (await waitingFor(queries, "relation")) === 2;
    await waitUntil(async () => parts().length === 1 && (await areWaiting()), THREE_STARTS_MS);
    await waitUntil(async () => (await waitingFor(other, "advisory")) === 1, THREE_STARTS_MS);
    await interrupt(seeding, "news: making 10 …\n");
    await interrupt(backup);
    await interrupt(restore);
    await Promise.all([releaseTable(), releaseMigrations(), other.close()]);
    expect([parts(), existsSync(join(folder, "two.tar.gz")), await countOf("news")]).toEqual([
      [],
      false,
      rows,
    ]);
    expect(await tablesIn(empty)).toEqual([]);
  });
});

it("a server with an unexpected error at its start logs the stack once and ends with one line", async () => {
  const broken = await testDatabase();
  await queryOnce(broken.url, "drop table site_settings cascade");
  const { output, ended } = start({ ...site, databaseUrl: broken.url }, "serve");
  expect(await ended).toBe(1);
  await broken.drop();
  const [line, logged = "", ...more] = output.text.trim().split("\n").toSorted();
  expect(JSON.parse(logged)).toMatchObject({
    level: "fatal",
    msg: "the server failed",
    err: { stack: expect.stringMatching(/"site_settings" does not exist\n\s+at /) },
  });
  expect([line, more]).toEqual(['Unexpected error: relation "site_settings" does not exist', []]);
});

it("restoring a row that breaks a constraint ends with one line, without SQL", async () => {
  const bad = await newSite("bad");
  const entries = await readEntries(join(folder, ARCHIVE));
  const row = String(entries.get("tables/banners/000001")).replace("A title", "");
  await writeValidArchive(join(folder, "bad.tar.gz"), entries.set("tables/banners/000001", Buffer.from(row)));
  expect(await runHere(restoreCommand, bad, [join(folder, "bad.tar.gz")])).toEqual({
    code: 1,
    out: "",
    err: 'Unexpected error: new row for relation "banners" violates check constraint "banners_title_length" (LOG_LEVEL=debug shows where). The database is still empty. Pictures that were already written will be overwritten.\n',
  });
});
