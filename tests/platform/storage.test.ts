import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diskStorage, type Storage } from "~/platform/storage.server";

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openbell-storage-"));
  storage = diskStorage(join(folder, "uploads"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string) => Buffer.from(text);
const streamed = (text: string, size = text.length) => ({ stream: Readable.from([bytes(text)]), size });
const textOf = async (key: string) => {
  const found = await storage.read(key);
  return found && { text: String(await buffer(found.stream)), size: found.size };
};
const keys = async () => (await Readable.from(storage.list()).toArray()).sort();

it("gives back what was put, from bytes and from a stream", async () => {
  await storage.put("one/320.webp", bytes("small"));
  await storage.put("one/640.webp", streamed("larger"));
  expect(await textOf("one/320.webp")).toEqual({ text: "small", size: 5 });
  expect(await textOf("one/640.webp")).toEqual({ text: "larger", size: 6 });
});

it("puts a file in place of another", async () => {
  await storage.put("one/320.webp", bytes("first"));
  await storage.put("one/320.webp", bytes("second"));
  expect(await textOf("one/320.webp")).toEqual({ text: "second", size: 6 });
});

it("has nothing where nothing was put", async () => {
  await storage.put("one/320.webp", bytes("small"));
  expect(await storage.read("one/640.webp")).toBeUndefined();
  expect(await storage.read("one")).toBeUndefined();
});

it("lists nothing before the first file", async () => {
  expect(await keys()).toEqual([]);
});

it("lists every file by its key", async () => {
  await storage.put("one/320.webp", bytes("small"));
  await storage.put("pending/two/320.webp", bytes("small"));
  expect(await keys()).toEqual(["one/320.webp", "pending/two/320.webp"]);
});

it("removes a folder with what is in it, and no other", async () => {
  for (const key of ["one/320.webp", "one/640.webp", "one-more/320.webp"])
    await storage.put(key, bytes("small"));
  await storage.removeFolder("one");
  await storage.removeFolder("one");
  expect(await keys()).toEqual(["one-more/320.webp"]);
});

describe.each([
  ["ends early", () => streamed("cut", 10)],
  ["is longer than it says", () => streamed("too long", 3)],
  ["breaks", () => ({ stream: Readable.from(broken()), size: 3 })],
])("a stream that %s", (_, file) => {
  it("is refused, and leaves what was there", async () => {
    await storage.put("one/320.webp", bytes("before"));
    await expect(storage.put("one/320.webp", file())).rejects.toThrow();
    expect(await keys()).toEqual(["one/320.webp"]);
    expect(await textOf("one/320.webp")).toEqual({ text: "before", size: 6 });
  });
});

async function* broken() {
  yield bytes("cut");
  throw new Error("The stream broke");
}

it("keeps no key that leads out of it", async () => {
  await expect(storage.put("../320.webp", bytes("small"))).rejects.toThrow("leaves the storage folder");
});

it("does not list what a stopped process left half-written", async () => {
  await storage.put("one/320.webp", bytes("small"));
  await writeFile(join(folder, "uploads", "one", "640.webp.part"), "half");
  expect(await readdir(join(folder, "uploads", "one"))).toContain("640.webp.part");
  expect(await keys()).toEqual(["one/320.webp"]);
});
