import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { packEntries, temporaryFolder } from "tests/support/backups";
import { waitUntil } from "tests/support/server-process";
import { afterAll, expect, it } from "vitest";
import { readEntries } from "~/server/backup/read-archive";

const { folder, remove } = temporaryFolder();
afterAll(remove);

const MB = 1024 * 1024;
const PICTURE = 16 * MB;

it("an archive that unpacks to a thousand times its size is read one picture at a time", async () => {
  const file = join(folder, "small.tar.gz");
  const names = Array.from({ length: 10 }, (_, nth) => `uploads/${nth}/320.webp`);
  const picture = Buffer.alloc(PICTURE);
  await packEntries(file, new Map(names.map((name) => [name, picture])));
  const entries = readEntries(file);
  const first = await entries.next();
  const atFirst = process.memoryUsage().arrayBuffers;
  // While nobody reads the picture, the rest of the archive stays packed.
  let turns = 0;
  await waitUntil(() => ++turns > 100);
  expect(process.memoryUsage().arrayBuffers - atFirst).toBeLessThan(4 * MB);
  const sizes: number[] = [];
  for (let entry = first; !entry.done; entry = await entries.next())
    sizes.push((await buffer(entry.value.body)).length);
  expect(sizes).toEqual(names.map(() => PICTURE));
});
