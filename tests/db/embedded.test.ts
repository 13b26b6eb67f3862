import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEphemeral } from "db/embedded/ephemeral.mjs";
import { freePort } from "db/embedded/port.mjs";
import { processIdentity, waitUntil } from "db/embedded/process.mjs";
import { startEmbedded } from "db/embedded/server.mjs";
import { queryOnce } from "tests/support/postgres";
import { afterAll, describe, expect, it } from "vitest";
import {
  keepTrackOf,
  keepTrackOfFolder,
  newFolder,
  otherProcess,
  pidFile,
  postmasterOf,
  removeFolders,
  start,
  withDatabase,
} from "./embedded-folders";

afterAll(removeFolders);

describe("an embedded PostgreSQL", () => {
  const folder = newFolder();

  it("starts with its own role that is no superuser, and listens only on 127.0.0.1", async () => {
    const stopped = await withDatabase(start(folder), async (database) => {
      expect(database.attached).toBe(false);
      const [row] = await queryOnce<Record<string, unknown>>(
        database.url,
        `select current_user as role, current_setting('is_superuser') as super, current_setting('fsync') as fsync,
                current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
                lower('ÉCLAIR') as lowered`,
      );
      expect(row).toEqual({
        role: "openbell",
        super: "off",
        fsync: "off",
        addresses: "127.0.0.1",
        encoding: "UTF8",
        lowered: "éclair",
      });
      for (const name of ["citext", "pg_trgm", "unaccent"]) {
        await queryOnce(database.url, `create extension ${name}`);
      }
      await queryOnce(database.url, "create table kept (word text)");
      await queryOnce(database.url, "insert into kept values ('here')");
      return database;
    });
    expect(stopped.alive()).toBe(false);
    expect(existsSync(pidFile(folder))).toBe(false);
  });

  it("refuses other passwords and roles, and protects its password file", async () => {
    await withDatabase(start(folder), async ({ url }) => {
      const wrong = new URL(url);
      wrong.password = "wrong";
      await expect(queryOnce(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
      const superuser = new URL(url);
      superuser.username = "postgres";
      await expect(queryOnce(superuser.href, "select 1")).rejects.toThrow(/no pg_hba.conf entry/);
    });
    expect(statSync(join(folder, "postgres", "password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "postgres")).mode & 0o777).toBe(0o700);
  });

  it("keeps its port and its rows across starts", async () => {
    const first = await withDatabase(start(folder), async ({ url }) => url);
    const second = await withDatabase(start(folder), async ({ url }) => {
      expect(await queryOnce(url, "select word from kept")).toEqual([{ word: "here" }]);
      return url;
    });
    expect(second).toBe(first);
  });

  it("is shared: the second process attaches, the last one stops it", async () => {
    const other = await otherProcess(folder);
    expect(other.attached).toBe(false);
    const mine = await withDatabase(start(folder), async (database) => {
      expect(database).toMatchObject({ attached: true, port: other.port });
      await other.end();
      expect(await queryOnce(database.url, "select word from kept")).toEqual([{ word: "here" }]);
      return database;
    });
    expect(mine.alive()).toBe(false);
  });

  it("keeps running while another process uses it", async () => {
    const other = await otherProcess(folder);
    const mine = await withDatabase(start(folder), async (database) => database);
    expect(mine.alive()).toBe(true);
    await other.end();
    expect(mine.alive()).toBe(false);
  });

  it("survives a killed process and stops with the last remaining one", async () => {
    const killed = await otherProcess(folder);
    await killed.end("SIGKILL");
    const mine = await withDatabase(start(folder), async (database) => database);
    expect(mine).toMatchObject({ attached: true, port: killed.port });
    expect(mine.alive()).toBe(false);
  });

  it("starts once when several processes start it together", async () => {
    const all = await Promise.all([otherProcess(folder), otherProcess(folder), otherProcess(folder)]);
    expect(all.filter((one) => !one.attached)).toHaveLength(1);
    expect(new Set(all.map((one) => one.port)).size).toBe(1);
    await Promise.all(all.map((one) => one.end()));
    expect(existsSync(pidFile(folder))).toBe(false);
  });

  it("restarts after it was killed", async () => {
    await withDatabase(start(folder), async (database) => {
      process.kill(postmasterOf(folder), "SIGKILL");
      expect(await waitUntil(() => !database.alive(), 5_000)).toBe(true);
      await database.revive();
      expect(await queryOnce(database.url, "select word from kept")).toEqual([{ word: "here" }]);
    });
  });
});

describe("a stale pid file", () => {
  const folder = newFolder();

  /** Writes a pid file in PostgreSQL's format for this process. */
  const writePidFile = (pid: number, port: number) =>
    writeFileSync(
      pidFile(folder),
      [
        pid,
        join(folder, "postgres", "data"),
        1_700_000_000,
        port,
        "",
        "127.0.0.1",
        "  12345         7",
        "ready   ",
        "",
      ].join("\n"),
    );

  it.each([
    ["a process that is gone", async () => ({ pid: 4_194_000, end: () => {} })],
    [
      "a stranger of the same account",
      async () => {
        await (await start(folder)).stop();
        const { uid, gid } = statSync(join(folder, "postgres", "data"));
        const child = keepTrackOf(spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid } : {}));
        const { pid } = child;
        if (pid === undefined) throw new Error("sleep cannot be started");
        return { pid, end: () => void child.kill() };
      },
    ],
    [
      "the PostgreSQL of another folder",
      async () => {
        const other = newFolder();
        const server = await start(other);
        return { pid: postmasterOf(other), end: server.stop };
      },
    ],
  ])("with the pid of %s is removed, and that process stays alive", async (_name, make) => {
    const first = await start(folder);
    await first.stop();
    const stranger = await make();
    const before = processIdentity(stranger.pid);
    writePidFile(stranger.pid, await freePort());
    const database = await start(folder);
    expect(database.attached).toBe(false);
    expect(await queryOnce(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
    expect(processIdentity(stranger.pid)).toBe(before);
    await stranger.end();
  });

  it("without content is removed", async () => {
    writeFileSync(pidFile(folder), "");
    const database = await start(folder);
    expect(database.attached).toBe(false);
    await database.stop();
  });
});

describe("a port in use", () => {
  it("makes the database choose another port and keep it", async () => {
    const folder = newFolder();
    const first = await start(folder);
    await first.stop();
    const occupier = createServer().listen(first.port, "127.0.0.1");
    await once(occupier, "listening");
    const second = await start(folder);
    expect(second.port).not.toBe(first.port);
    await second.stop();
    await expect(startEmbedded({ dataDir: folder, port: first.port, ephemeral: true })).rejects.toThrow(
      `Port ${first.port} of 127.0.0.1 is taken by another program.`,
    );
    occupier.close();
    const third = await start(folder);
    expect(third.port).toBe(second.port);
    await third.stop();
  });
});

describe("a data folder", () => {
  it("copied while its database runs is a separate database", async () => {
    const [folder, copy] = [newFolder(), newFolder()];
    const original = await otherProcess(folder);
    cpSync(join(folder, "postgres"), join(copy, "postgres"), { recursive: true, preserveTimestamps: true });
    // Since Node 24, copied folders get the default mode, and PostgreSQL refuses a folder that others can
    // read.
    chmodSync(join(copy, "postgres", "data"), 0o700);
    await withDatabase(start(copy), async (database) => {
      expect(database.attached).toBe(false);
      expect(database.port).not.toBe(original.port);
    });
    expect(existsSync(pidFile(copy))).toBe(false);
    expect(existsSync(pidFile(folder))).toBe(true);
    await original.end();
  });

  it("removed while its database runs leaves no server behind", async () => {
    const folder = newFolder();
    const postmaster = await withDatabase(start(folder), async (database) => {
      const identity = processIdentity(postmasterOf(folder));
      removeWhileWritten(join(folder, "postgres"));
      await expect(database.revive()).rejects.toThrow(/is gone/);
      return identity ?? "";
    });
    expect(processIdentity(Number.parseInt(postmaster, 10))).toBeNull();
  });
});

/** Retries, because a running server may add a file to a folder that was just emptied. */
function removeWhileWritten(folder: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      rmSync(folder, { recursive: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || tries === 100) throw error;
    }
  }
}

describe("an interrupted start", () => {
  it("leaves no folder that counts as a cluster", async () => {
    const folder = newFolder();
    const unfinished = join(folder, "postgres.new", "data");
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
    const database = await start(folder);
    expect(await queryOnce(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, "postgres.new"))).toBe(false);
    await database.stop();
    writeFileSync(join(folder, "postgres", "data", "PG_VERSION"), "12\n");
    await expect(start(folder)).rejects.toThrow(/was written by PostgreSQL 12/);
    writeFileSync(join(folder, "postgres", "data", "PG_VERSION"), "18\n");
  });

  it("is cleaned up by the next test run if its own was killed", async () => {
    const folder = keepTrackOfFolder(mkdtempSync(join(tmpdir(), "openbell-ephemeral-")));
    chmodSync(folder, 0o711);
    await (await otherProcess(folder)).end("SIGKILL");
    const pid = postmasterOf(folder);
    const anHourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(folder, anHourAgo, anHourAgo);
    const mine = await startEphemeral();
    expect(processIdentity(pid)).toBeNull();
    expect(existsSync(folder)).toBe(false);
    await mine.stop();
    expect(existsSync(mine.folder)).toBe(false);
  });
});
