import { expect, it } from "vitest";
import { Cleanup } from "./cleanup";

const ignore = () => {};

it("cleanup runs newest first, continues after errors and reports them", async () => {
  const ended: string[] = [];
  const reported: unknown[] = [];
  const cleanup = new Cleanup();
  cleanup.defer(() => ended.push("database"));
  cleanup.defer(async () => {
    throw new Error("gone already");
  });
  cleanup.defer(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push("server");
  });
  await cleanup.run((error) => reported.push(String(error)));
  expect(ended).toEqual(["server", "database"]);
  expect(reported).toEqual(["Error: gone already"]);
});

it("cleanup runs each entry once", async () => {
  let ends = 0;
  const cleanup = new Cleanup();
  cleanup.defer(() => {
    ends += 1;
  });
  await Promise.all([cleanup.run(ignore), cleanup.run(ignore)]);
  expect(ends).toBe(1);
});

it("an entry added after cleanup runs at once", async () => {
  const cleanup = new Cleanup();
  await cleanup.run(ignore);
  let ended = false;
  cleanup.defer(() => {
    ended = true;
  });
  expect(ended).toBe(true);
});
