import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tempDir } from "tests/run/temp-dir.mjs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const own = `openbell-tests-${process.getuid?.()}`;

let memory: string;

beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), "openbell-test-"));
  vi.stubEnv("TMPDIR", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(memory, { recursive: true });
});

describe("a test run's temporary folder", () => {
  it("is its own folder in memory, private to its owner except for passing through", () => {
    // A machine without that much memory uses the disk.
    const folder = tempDir(memory);
    expect([join(memory, own), "/tmp"]).toContain(folder);
    expect(statSync(join(memory, own)).mode & 0o777).toBe(0o711);
  });

  it("is the system's folder if set, without such memory, or if another user owns the name", () => {
    expect(tempDir(join(memory, "a-file-that-is-missing", "\0"))).toBe(tmpdir());
    symlinkSync(memory, join(memory, own));
    expect(tempDir(memory)).toBe(tmpdir());
    vi.stubEnv("TMPDIR", "/somewhere");
    expect(tempDir(memory)).toBe("/somewhere");
  });

  it("loses leftovers of runs killed hours ago, and keeps recent ones and databases", () => {
    const makeFolder = (name: string, hours: number) => {
      const path = join(memory, own, name);
      mkdirSync(path, { recursive: true });
      const then = Date.now() / 1000 - hours * 3600;
      utimesSync(path, then, then);
      return path;
    };
    const [old, young, database] = [
      makeFolder("openbell-test-old", 3),
      makeFolder("openbell-test-young", 1),
      makeFolder("openbell-ephemeral-old", 3),
    ];
    tempDir(memory);
    expect([old, young, database].map((path) => existsSync(path))).toEqual([false, true, true]);
  });
});
