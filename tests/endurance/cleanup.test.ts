import { expect, it } from "vitest";
import { Cleanup } from "./cleanup";

const ignore = () => {};

it("ends the newest first, whatever of it fails, and tells what did", async () => {
  const ended: string[] = [];
  const told: unknown[] = [];
  const cleanup = new Cleanup();
  cleanup.defer(() => ended.push("database"));
  cleanup.defer(async () => {
    throw new Error("gone already");
  });
  cleanup.defer(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push("server");
  });
  await cleanup.run((error) => told.push(String(error)));
  expect(ended).toEqual(["server", "database"]);
  expect(told).toEqual(["Error: gone already"]);
});

it("ends each once", async () => {
  let ends = 0;
  const cleanup = new Cleanup();
  cleanup.defer(() => {
    ends += 1;
  });
  await Promise.all([cleanup.run(ignore), cleanup.run(ignore)]);
  expect(ends).toBe(1);
});

it("ends at once what began too late", async () => {
  const cleanup = new Cleanup();
  await cleanup.run(ignore);
  let ended = false;
  cleanup.defer(() => {
    ended = true;
  });
  expect(ended).toBe(true);
});
