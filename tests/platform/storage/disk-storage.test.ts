import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { diskStorage } from "~/platform/storage/disk-storage.server";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "openbell-storage-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

it("a disk store does not list files that a stopped process left incomplete", async () => {
  const storage = diskStorage(root);
  await storage.put("one/320.webp", Buffer.from("small"));
  await writeFile(join(root, "one", "640.webp.part"), "half");
  expect(await Readable.from(storage.list()).toArray()).toEqual(["one/320.webp"]);
});
