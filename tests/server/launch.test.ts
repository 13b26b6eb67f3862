import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dataFolder, serverEnvironment, withoutSettings } from "~/server/launch/environment.mjs";
import { isInstalled } from "~/server/launch/install.mjs";
import { createProgress, formatDuration } from "~/server/launch/progress.mjs";
import { contentHash, readStamp, writeStamp } from "~/server/launch/stamp.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "openbell-launch-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text = ""): string {
  const file = join(root, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** The types require NODE_ENV, but it may be absent. */
const env = (values: Record<string, string>) => values as unknown as NodeJS.ProcessEnv;

describe("a stamp of files", () => {
  const hash = () => contentHash(root, ["lock", "app", "absent"]);
  beforeEach(() => {
    put("lock", "1");
    put("app/a.ts", "a");
    put("app/deep/b.ts", "b");
  });

  it("is the same for the same names and contents, whatever their times", () => {
    const before = hash();
    utimesSync(put("app/a.ts", "a"), 0, 0);
    put("elsewhere.ts", "not asked for");
    expect(hash()).toBe(before);
  });

  it.each([
    ["a changed file", () => put("app/deep/b.ts", "B")],
    ["a new file", () => put("app/c.ts")],
    ["a new file in a folder that was not there", () => put("absent/c.ts")],
    ["a removed file", () => rmSync(join(root, "app/deep/b.ts"))],
    ["a moved file", () => [rmSync(join(root, "app/a.ts")), put("app/deep/a.ts", "a")]],
    ["text that moved from one file to the next", () => [put("app/a.ts", ""), put("app/deep/b.ts", "ab")]],
  ])("changes with %s", (_name, change: () => unknown) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  it("can be written, read and removed", () => {
    const file = join(root, ".stamp");
    expect(readStamp(file)).toBeUndefined();
    writeStamp(file, "abc");
    expect(readStamp(file)).toBe("abc");
    writeStamp(file, undefined);
    expect(readStamp(file)).toBeUndefined();
  });
});

describe("installed packages", () => {
  const lock = () => put("package-lock.json", "{}");
  const vite = () => put("node_modules/vite/bin/vite.js");
  const vitest = () => put("node_modules/vitest/vitest.mjs");
  const stamp = (scope = "") =>
    put("node_modules/.openbell-stamp", scope + contentHash(root, ["package-lock.json"]));
  const writeNpmRecord = (seconds: number, ...names: string[]) => {
    const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, {}]));
    utimesSync(put("node_modules/.package-lock.json", JSON.stringify({ packages })), seconds, seconds);
  };
  /** Whether the packages for a start are installed, and whether all are. */
  const installed = () => [isInstalled(root, "start"), isInstalled(root)];

  it("are missing from a fresh clone", () => {
    lock();
    expect(installed()).toEqual([false, false]);
  });

  it("are complete if the full stamp matches the lock file", () => {
    lock();
    vite();
    vitest();
    stamp();
    expect(installed()).toEqual([true, true]);
  });

  it("are enough for a start if a start installed them", () => {
    lock();
    vite();
    stamp("start ");
    expect(installed()).toEqual([true, false]);
  });

  it("are incomplete after an interrupted completion that has only the start's stamp", () => {
    utimesSync(lock(), 1_000, 1_000);
    vite();
    writeNpmRecord(2_000, "vite");
    stamp("start ");
    vitest();
    expect(installed()).toEqual([true, false]);
  });

  it.each(["", "start "])("are outdated if the lock file changed since (stamp '%s…')", (scope) => {
    lock();
    vite();
    vitest();
    stamp(scope);
    writeNpmRecord(1_000, "vite", "vitest");
    put("package-lock.json", "{ }");
    expect(installed()).toEqual([false, false]);
  });

  it("are complete if npm ran after the lock file changed", () => {
    utimesSync(lock(), 1_000, 1_000);
    vite();
    writeNpmRecord(2_000, "vite");
    expect(installed()).toEqual([true, false]);
    vitest();
    writeNpmRecord(2_000, "vite", "vitest");
    expect(installed()).toEqual([true, true]);
  });

  it("are incomplete if they are only the image's", () => {
    lock();
    stamp();
    expect(installed()).toEqual([false, false]);
  });
});

describe("the server's environment", () => {
  const facts = { databaseUrl: "postgresql://here", dataDir: "/data", mode: "production" as const };

  it("is a demo in production mode by default", () => {
    expect(serverEnvironment(env({ PATH: "/bin" }), facts)).toEqual({
      PATH: "/bin",
      NODE_ENV: "production",
      DEMO: "1",
      DATABASE_URL: "postgresql://here",
      DATA_DIR: "/data",
      MIGRATION_BACKUPS: "/data/backups",
    });
  });

  it("backs up before migrations of its own PostgreSQL, and of another one only if asked to", () => {
    const backups = (set: Record<string, string>) => serverEnvironment(env(set), facts).MIGRATION_BACKUPS;
    expect(backups({ MIGRATION_BACKUPS: "/elsewhere" })).toBe("/elsewhere");
    expect(backups({ DATABASE_URL: "postgresql://theirs" })).toBeUndefined();
    expect(backups({ DATABASE_URL: "postgresql://theirs", MIGRATION_BACKUPS: "/b" })).toBe("/b");
  });

  it("is no demo with NODE_ENV=production", () => {
    expect(serverEnvironment({ NODE_ENV: "production" }, facts).DEMO).toBeUndefined();
    expect(serverEnvironment({ NODE_ENV: "production", DEMO: "1" }, facts).DEMO).toBe("1");
  });

  it("keeps a set DEMO and NODE_ENV", () => {
    expect(serverEnvironment({ NODE_ENV: "development", DEMO: "0" }, facts)).toMatchObject({
      NODE_ENV: "development",
      DEMO: "0",
    });
  });

  it("has its data folder in the project unless DATA_DIR is set", () => {
    expect(dataFolder("/project", env({}))).toBe("/project/.data");
    expect(dataFolder("/project", env({ DATA_DIR: "" }))).toBe("/project/.data");
    expect(dataFolder("/project", env({ DATA_DIR: "other" }))).toBe("/project/other");
    expect(dataFolder("/project", env({ DATA_DIR: "/srv/data" }))).toBe("/srv/data");
  });

  it("is removed from the tests' environment", () => {
    const settings = {
      NODE_ENV: "production",
      DATABASE_URL: "x",
      PAYPAL_ENV: "live",
      SITE_NAME: "Mine",
      HOST: "::",
    };
    const others = { PATH: "/bin", HOSTNAME: "me", DEMOGRAPHY: "no setting" };
    expect(withoutSettings(env({ ...settings, ...others }))).toEqual(others);
  });
});

describe("progress", () => {
  function lines(options: { isTTY?: boolean; env?: Record<string, string> }) {
    const written: string[] = [];
    let now = 0;
    const output = { isTTY: options.isTTY ?? false, write: (text: string) => written.push(text) };
    const clock = () => now;
    const { step, note } = createProgress(output, env(options.env ?? {}), clock);
    const work = (milliseconds: number) => async () => {
      now += milliseconds;
      return { summary: "built", value: 7 };
    };
    return { written, step, note, work };
  }

  it("is one plain line per step without a terminal", async () => {
    const { written, step, work } = lines({});
    expect(await step("build", "building", work(1_234))).toBe(7);
    expect(written.join("")).toMatch(/^build {6}built {40}1\.2 s\n$/);
  });

  it("shows a terminal the current step", async () => {
    const { written, step, work } = lines({ isTTY: true });
    await step("build", "building", work(5));
    expect(written[0]).toContain("building …");
    expect(written.at(-1)).toContain("\x1b[2m5 ms\x1b[22m\n");
  });

  it("has no colours if they are disabled", async () => {
    const { written, step, work } = lines({ isTTY: true, env: { NO_COLOR: "1" } });
    await step("build", "building", work(5));
    expect(written.join("")).not.toContain("\x1b[2m");
    const dumb = lines({ isTTY: true, env: { TERM: "dumb" } });
    await dumb.step("build", "building", work(5));
    expect(dumb.written.join("")).not.toContain("\x1b");
  });

  it("reports once that a slow step is still running", async () => {
    vi.useFakeTimers();
    const { written, step } = lines({});
    const slow = step("build", "building", async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      return { summary: "built", value: 0 };
    });
    await slow;
    vi.useRealTimers();
    expect(written.filter((text) => text.includes("building …"))).toHaveLength(1);
  });

  it("reports a failed step", async () => {
    const { written, step } = lines({});
    const failing = step("build", "building", () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(written.join("")).toContain("failed");
  });

  it.each([
    [3, "3 ms"],
    [999, "999 ms"],
    [1_000, "1.0 s"],
    [59_900, "59.9 s"],
    [154_650, "2 min 35 s"],
  ])("formats %i ms as %s", (milliseconds, words) => expect(formatDuration(milliseconds)).toBe(words));
});
