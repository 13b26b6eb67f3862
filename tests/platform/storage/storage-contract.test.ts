import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { startPictureStore } from "tests/support/picture-store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diskStorage } from "~/platform/storage/disk-storage.server";
import { s3Storage } from "~/platform/storage/s3-storage.server";
import type { Storage } from "~/platform/storage.server";

type Opened = { storage: Storage; close(): Promise<void> };

async function onDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), "openbell-storage-"));
  return {
    storage: diskStorage(join(folder, "uploads")),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function inStore(prefix: string): Promise<Opened> {
  const store = await startPictureStore(prefix);
  return { storage: s3Storage(store.settings), close: store.stop };
}

const bytes = (text: string) => Buffer.from(text);
const streamed = (chunks: string[], size = chunks.join("").length) => ({
  stream: Readable.from(chunks.map(bytes)),
  size,
});

describe.each([
  ["on disk", onDisk],
  ["in a store", () => inStore("")],
  ["in a folder of a store", () => inStore("site/uploads/")],
])("files %s", (_, open) => {
  let opened: Opened;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterEach(() => opened.close());

  const textOf = async (key: string) => {
    const found = await storage.read(key);
    return found && { text: String(await buffer(found.stream)), size: found.size };
  };
  const keys = async () => (await Readable.from(storage.list()).toArray()).sort();

  it("are returned as stored, from bytes and from a stream", async () => {
    await storage.put("one/320.webp", bytes("small"));
    await storage.put("one/640.webp", streamed(["lar", "ger"]));
    expect(await textOf("one/320.webp")).toEqual({ text: "small", size: 5 });
    expect(await textOf("one/640.webp")).toEqual({ text: "larger", size: 6 });
  });

  it("are copied from a read", async () => {
    const large = Buffer.alloc(3_000_000, "picture");
    await storage.put("one/640.webp", large);
    const found = await storage.read("one/640.webp");
    if (found) await storage.put("copy/640.webp", found);
    const copy = await storage.read("copy/640.webp");
    expect(copy && large.equals(await buffer(copy.stream))).toBe(true);
  });

  it("replace earlier ones", async () => {
    await storage.put("one/320.webp", bytes("first"));
    await storage.put("one/320.webp", bytes("second"));
    expect(await textOf("one/320.webp")).toEqual({ text: "second", size: 6 });
  });

  it("are reported missing if never stored", async () => {
    await storage.put("one/320.webp", bytes("small"));
    expect(await storage.read("one/640.webp")).toBeUndefined();
    expect(await storage.read("one")).toBeUndefined();
  });

  it("are listed by key; an empty store has none", async () => {
    expect(await keys()).toEqual([]);
    await storage.put("one/320.webp", bytes("small"));
    await storage.put("pending/two/320.webp", bytes("small"));
    expect(await keys()).toEqual(["one/320.webp", "pending/two/320.webp"]);
  });

  it("are deleted by folder without affecting others", async () => {
    for (const key of ["one/320.webp", "one/640.webp", "one-more/320.webp"])
      await storage.put(key, bytes("small"));
    await storage.removeFolder("one");
    await storage.removeFolder("one");
    expect(await keys()).toEqual(["one-more/320.webp"]);
  });

  it.each([
    ["ends early", () => streamed(["cut"], 10)],
    ["is longer than it says", () => streamed(["too", " long"], 3)],
    ["breaks", () => ({ stream: Readable.from(broken()), size: 6 })],
  ])("keep their content if the new content %s", async (_how, file) => {
    await storage.put("one/320.webp", bytes("before"));
    await expect(storage.put("one/320.webp", file())).rejects.toThrow();
    expect(await keys()).toEqual(["one/320.webp"]);
    expect(await textOf("one/320.webp")).toEqual({ text: "before", size: 6 });
  });

  it("reject keys outside the store", async () => {
    await expect(storage.put("../320.webp", bytes("small"))).rejects.toThrow(
      "points outside the storage folder",
    );
    await expect(storage.read("one/../../320.webp")).rejects.toThrow("points outside the storage folder");
    await expect(storage.removeFolder("..")).rejects.toThrow("points outside the storage folder");
  });
});

async function* broken() {
  yield bytes("cut");
  throw new Error("The stream broke");
}
