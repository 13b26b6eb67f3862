import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { patientStream } from "~/platform/storage/patient-stream.server";

it("passes on every byte", async () => {
  const source = new PassThrough();
  const stream = patientStream(source, { nextMs: 60_000, allMs: 60_000 });
  source.end(Buffer.alloc(300_000, "picture"));
  expect((await buffer(stream)).equals(Buffer.alloc(300_000, "picture"))).toBe(true);
});

it("fails and releases the source when no data arrives", async () => {
  const source = new PassThrough();
  source.write("begun");
  await expect(buffer(patientStream(source, { nextMs: 20, allMs: 60_000 }))).rejects.toThrow("in the middle");
  expect(source.destroyed).toBe(true);
});

it("fails if data arrives too slowly", async () => {
  const source = new PassThrough();
  const drops = setInterval(() => source.write("drop"), 10);
  await expect(buffer(patientStream(source, { nextMs: 60_000, allMs: 200 }))).rejects.toThrow(
    "in the middle",
  );
  clearInterval(drops);
});

it("waits for a slow reader", async () => {
  const source = new PassThrough({ highWaterMark: 1_000_000 });
  for (const part of ["one", "two", "three"]) source.write(part);
  source.end();
  const read: string[] = [];
  for await (const chunk of patientStream(source, { nextMs: 50, allMs: 50 })) {
    read.push(String(chunk));
    await sleep(60);
  }
  expect(read.join("")).toBe("onetwothree");
});

it("releases the source as soon as the reader leaves", async () => {
  const source = new PassThrough();
  const stream = patientStream(source, { nextMs: 60_000, allMs: 60_000 });
  stream.read();
  stream.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});
