import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addPendingJob, fillSmallSite, type Site, temporarySites } from "tests/support/backups";
import { runHere } from "tests/support/command-here";
import { queryOnce } from "tests/support/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backupCommand, restoreCommand } from "~/server/backup/commands";

const BUNDLE = fileURLToPath(new URL("../../../build/server/index.js", import.meta.url));

const { folder, newSite, remove } = temporarySites();

const COMMANDS = { backup: backupCommand, restore: restoreCommand };

/** Runs a command in this process. Names of files are paths in `folder`. */
async function run(site: Site, name: "backup" | "restore", ...args: string[]) {
  const words = args.map((word) => (/\.gz$|^one$/.test(word) ? join(folder, word) : word));
  const { code, out, err } = await runHere(COMMANDS[name], site, words);
  return { code, out: out.trim().split("\n"), err: err.trim() };
}

/** Runs a command of the build, from the current directory `folder`. */
async function runProgram({ databaseUrl, dataDir }: Site, ...args: string[]) {
  const child = spawn(process.execPath, [BUNDLE, ...args], {
    env: { ...process.env, NODE_ENV: "test", DATABASE_URL: databaseUrl, DATA_DIR: dataDir, INIT_CWD: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => (output.out += text));
  child.stderr.on("data", (text) => (output.err += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out: output.out.trim().split("\n"), err: output.err.trim() };
}

let site: Site;
let fresh: Site;
beforeAll(async () => {
  site = await newSite("site");
  await fillSmallSite(site);
  await addPendingJob(site);
  await queryOnce(
    site.databaseUrl,
    `insert into webhooks (name, address, sealed, kinds, read_to, created_by_name)
     values ('A hook', 'https://receiver.example', 'encrypted', '{news}', 0, 'Ada Test')`,
  );
  fresh = await newSite("fresh");
});
afterAll(remove);

describe("the backup commands", () => {
  it("back up into a named file and list its contents", async () => {
    const { code, out } = await run(site, "backup", "--to", "mine.tar.gz");
    expect(code).toBe(0);
    expect(out[0]).toMatch(/mine\.tar\.gz: \d+ tables, 35 rows, 1 waiting job, 1 picture file; 0\.0 MB\.$/);
    expect(out[1]).toContain("The backup contains email addresses and password hashes");
    expect(existsSync(join(folder, "mine.tar.gz"))).toBe(true);
  });

  it("back up into a file named after the time", async () => {
    // The program itself, as npm starts it.
    const { code, out } = await runProgram(site, "backup");
    expect([code, out[0]]).toEqual([0, expect.stringMatching(/^\/.*\.tar\.gz: \d+ tables, 35 rows, /)]);
    expect(readdirSync(folder).filter((name) => /^openbell-\d{8}T\d{6}Z\.tar\.gz$/.test(name))).toHaveLength(
      1,
    );
  });

  it("check an archive without the database", async () => {
    const nowhere = { databaseUrl: "postgresql://127.0.0.1:1/none", dataDir: fresh.dataDir };
    const { code, out } = await run(nowhere, "restore", "--check", "mine.tar.gz");
    expect([code, out[0]]).toEqual([
      0,
      expect.stringMatching(/mine\.tar\.gz is complete: \d+ tables, 35 rows/),
    ]);
  });

  it("restore an archive", async () => {
    const { code, out } = await run(fresh, "restore", "mine.tar.gz");
    expect([code, out[0]]).toEqual([
      0,
      expect.stringMatching(/^Restored \d+ tables, 35 rows, .*, 1 picture file\.$/),
    ]);
    expect(await queryOnce(fresh.databaseUrl, "select title from banners")).toEqual([{ title: "A title" }]);
    // A copy of the site must send nothing.
    expect(await queryOnce(fresh.databaseUrl, "select enabled from webhooks")).toEqual([{ enabled: false }]);
  });

  const refusals: [["backup" | "restore", ...string[]], number, string][] = [
    [["backup", "mine.tar.gz"], 64, "Usage: npm run backup [-- --to FILE]"],
    [["restore"], 64, "Usage: npm run restore -- [--check] FILE"],
    [["restore", "--now", "one"], 64, "Usage: npm run restore -- [--check] FILE"],
    [["restore", "none.tar.gz"], 66, "There is no file FOLDER/none.tar.gz."],
    [["backup", "--to", "mine.tar.gz"], 73, "FOLDER/mine.tar.gz already exists."],
    [
      ["backup", "--to", "away/a.gz"],
      73,
      "The folder does not exist (ENOENT). The incomplete archive was deleted.",
    ],
  ];
  it.each(refusals)("%j end with %i and one line", async ([name, ...args], exitCode, line) => {
    const { code, err } = await run(site, name, ...args);
    expect([code, err.replaceAll(folder, "FOLDER")]).toEqual([exitCode, line]);
  });

  it("end with one line if the database is not empty or does not answer", async () => {
    const full = await run(site, "restore", "mine.tar.gz");
    expect([full.code, full.err]).toEqual([78, expect.stringMatching(/^The database is not empty: .*\.$/)]);
    const away = { databaseUrl: "postgresql://127.0.0.1:1/none", dataDir: fresh.dataDir };
    for (const { code, err } of [
      await run(away, "backup", "--to", "away.tar.gz"),
      await run(away, "restore", "mine.tar.gz"),
    ]) {
      expect([code, err]).toEqual([
        69,
        expect.stringMatching(
          /^DATABASE_URL: no database is responding at 127\.0\.0\.1:1 \(.*\)\. The .*\.$/,
        ),
      ]);
    }
  });

  it("end with one line if the pictures cannot be written", async () => {
    const { databaseUrl } = await newSite("blocked");
    const blocked = { databaseUrl, dataDir: join(folder, "mine.tar.gz") };
    const { code, err } = await run(blocked, "restore", "mine.tar.gz");
    expect([code, err]).toEqual([
      73,
      "The folder does not exist (ENOTDIR). The database is still empty. Pictures that were already written will be overwritten.",
    ]);
  });
});
