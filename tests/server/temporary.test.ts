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

describe("the folder of a run of tests", () => {
  it("is one of its own in memory, which others may only walk through", () => {
    // A machine without that much memory keeps to its disk.
    const folder = tempDir(memory);
    expect([join(memory, own), "/tmp"]).toContain(folder);
    expect(statSync(join(memory, own)).mode & 0o777).toBe(0o711);
  });

  it("is the system's where that is said, where there is no such memory, and where the name is somebody else's", () => {
    expect(tempDir(join(memory, "a-file-that-is-missing", "\0"))).toBe(tmpdir());
    symlinkSync(memory, join(memory, own));
    expect(tempDir(memory)).toBe(tmpdir());
    vi.stubEnv("TMPDIR", "/somewhere");
    expect(tempDir(memory)).toBe("/somewhere");
  });

  it("loses what a killed run left hours ago, and keeps what is young or a database", () => {
    const left = (name: string, hours: number) => {
      const path = join(memory, own, name);
      mkdirSync(path, { recursive: true });
      const then = Date.now() / 1000 - hours * 3600;
      utimesSync(path, then, then);
      return path;
    };
    const [old, young, database] = [
      left("openbell-test-old", 3),
      left("openbell-test-young", 1),
      left("openbell-ephemeral-old", 3),
    ];
    tempDir(memory);
    expect([old, young, database].map((path) => existsSync(path))).toEqual([false, true, true]);
  });
});
