import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import type { link } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { readEntries, temporaryFolder } from "tests/support/backups";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeError } from "~/server/backup/describe-error";
import { splitIntoPieces } from "~/server/backup/split-into-pieces";
import { type Archive, giveName, writeArchive } from "~/server/backup/write-archive";

let folder: string;
let file: string;
let remove: () => void;

beforeEach(() => {
  ({ folder, remove } = temporaryFolder());
  file = join(folder, "archive.tar.gz");
});
afterEach(() => remove());

const twoEntries = async (archive: Archive) => {
  await archive.add("one/1", Buffer.from("first"));
  await archive.add("one/2", Buffer.from(""));
};

describe("an archive", () => {
  it("appears under its name once complete, readable only by its owner", async () => {
    await writeArchive(file, async (archive) => {
      await twoEntries(archive);
      await expect.poll(() => readdirSync(folder)).toEqual([expect.stringMatching(/\.part$/)]);
    });
    expect(readdirSync(folder)).toEqual(["archive.tar.gz"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect([...(await readEntries(file))]).toEqual([
      ["one/1", Buffer.from("first")],
      ["one/2", Buffer.from("")],
    ]);
  });

  it("leaves nothing behind if writing fails", async () => {
    const broken = new Error("the database went away");
    const work = async (archive: Archive) => {
      await twoEntries(archive);
      throw broken;
    };
    await expect(writeArchive(file, work)).rejects.toBe(broken);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("leaves nothing behind on a full disk, and reports it", async () => {
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const disk = (path: string) => {
      writeFileSync(path, "");
      return new Writable({ write: (_bytes, _encoding, done) => done(full) });
    };
    const endless = async (archive: Archive) => {
      const noise = Buffer.alloc(1_000_000, "noise");
      for (;;) await archive.add("noise", noise);
    };
    const error = await writeArchive(file, endless, disk).catch((thrown: unknown) => thrown);
    expect(describeError(error, "Nothing was kept.")).toMatchObject({
      message: "The disk is full (ENOSPC). Nothing was kept.",
      exitCode: 73,
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("never overwrites another file", async () => {
    writeFileSync(file, "last week's");
    await expect(writeArchive(file, twoEntries)).rejects.toMatchObject({
      message: `${file} already exists.`,
      exitCode: 73,
    });
    expect(readdirSync(folder)).toEqual(["archive.tar.gz"]);
  });

  it("does not replace a file that took its name while it was written", async () => {
    const taken = writeArchive(file, async (archive) => {
      await twoEntries(archive);
      writeFileSync(file, "another's");
    });
    await expect(taken).rejects.toMatchObject({ message: `${file} already exists.`, exitCode: 73 });
    expect(readFileSync(file, "utf8")).toBe("another's");
    expect(readdirSync(folder)).toEqual(["archive.tar.gz"]);
  });

  it("gets its name alone if two finish at once", async () => {
    const parts = ["one", "two"].map((name) => join(folder, name));
    for (const part of parts) writeFileSync(part, part);
    const named = await Promise.allSettled(parts.map((part) => giveName(part, file)));
    expect(named.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(parts).toContain(readFileSync(file, "utf8"));
  });

  describe("an archive on a file system without links", () => {
    const refuseLink: typeof link = () =>
      Promise.reject(Object.assign(new Error("operation not permitted"), { code: "EPERM" }));

    it("gets its name", async () => {
      const part = join(folder, "part");
      writeFileSync(part, "mine");
      await giveName(part, file, refuseLink);
      expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["archive.tar.gz"], "mine"]);
    });

    it("does not replace a file", async () => {
      writeFileSync(file, "another's");
      const named = giveName(join(folder, "part"), file, refuseLink);
      await expect(named).rejects.toMatchObject({ exitCode: 73 });
      expect(readFileSync(file, "utf8")).toBe("another's");
    });
  });
});

describe("an error message for the operator", () => {
  const withCode = (code: string) => Object.assign(new Error("…"), { code });

  it.each([
    ["53100", "The database's disk is full (53100). It is empty."],
    ["ENOENT", "The folder does not exist (ENOENT). It is empty."],
    ["EACCES", "Permission denied: the file cannot be written (EACCES). It is empty."],
  ])("for %s is one line: %s", (code, line) => {
    expect(describeError(withCode(code), "It is empty.")?.message).toBe(line);
  });

  it("does not exist for an internal error, which keeps its stack", () => {
    expect(describeError(withCode("23505"), "")).toBeUndefined();
    expect(describeError(new Error("…"), "")).toBeUndefined();
  });
});

describe("the pieces of a table", () => {
  async function* chunks(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text);
  }
  const cut = async (size: number, ...texts: string[]) => {
    const found: string[] = [];
    for await (const piece of splitIntoPieces(chunks(...texts), size)) found.push(piece.toString());
    return found;
  };

  it("end at the end of a row", async () => {
    expect(await cut(4, "aa\nbb\ncc", "\ndd\n")).toEqual(["aa\nbb\n", "cc\ndd\n"]);
    expect(await cut(4, "aa\nbb\nccc", "\nd", "\n")).toEqual(["aa\nbb\n", "ccc\n", "d\n"]);
    expect(await cut(4, "aa\n", "bb\n", "cc\n")).toEqual(["aa\nbb\n", "cc\n"]);
  });

  it("are longer than the limit only for a longer row", async () => {
    expect(await cut(4, "aaaaaa", "aaaa", "a\nb", "\n")).toEqual(["aaaaaaaaaaa\n", "b\n"]);
  });

  it("do not exist for a table without rows", async () => {
    expect(await cut(4)).toEqual([]);
    expect(await cut(4, "")).toEqual([]);
  });
});
