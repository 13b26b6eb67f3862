import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { packEntries, temporaryFolder } from "tests/support/backups";
import { waitUntil } from "tests/support/server-process";
import { afterAll, expect, it } from "vitest";
import { readEntries } from "~/server/backup/read-archive";

const { folder, remove } = temporaryFolder();
afterAll(remove);

const MB = 1024 * 1024;
const PICTURE = 16 * MB;

/** All buffers of the process, after garbage collection. */
function bytesInUse(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().arrayBuffers;
}

it("an archive that unpacks to a thousand times its size is read one picture at a time", async () => {
  const file = join(folder, "small.tar.gz");
  const names = Array.from({ length: 5 }, (_, nth) => `uploads/${nth}/320.webp`);
  const picture = Buffer.alloc(PICTURE);
  await packEntries(file, new Map(names.map((name) => [name, picture])));
  const before = bytesInUse();
  const entries = readEntries(file);
  const first = await entries.next();
  // While nobody reads the picture, the rest of the archive stays packed.
  let checks = 0;
  await waitUntil(() => ++checks > 100);
  expect(bytesInUse() - before).toBeLessThan(4 * MB);
  const sizes: number[] = [];
  for (let entry = first; !entry.done; entry = await entries.next())
    sizes.push((await buffer(entry.value.body)).length);
  expect(sizes).toEqual(names.map(() => PICTURE));
});
