import { EventEmitter } from "node:events";
import { watchPool } from "db/pool-usage.server";
import { expect, it } from "vitest";

class Pool extends EventEmitter {
  numUsed = () => 3;
  numFree = () => 1;
}

it("reports the longest current wait for a connection as waiters succeed or fail", () => {
  let now = 1_000;
  const pool = new Pool();
  const usage = watchPool(pool, () => now);
  const waits = () => ({ waiting: usage().waiting, longestWaitMs: usage().longestWaitMs });
  expect(usage()).toEqual({ used: 3, free: 1, waiting: 0, longestWaitMs: 0 });
  pool.emit("acquireRequest", 1);
  now = 1_020;
  pool.emit("acquireRequest", 2);
  pool.emit("acquireRequest", 3);
  now = 1_050;
  expect(waits()).toEqual({ waiting: 3, longestWaitMs: 50 });
  pool.emit("acquireSuccess", 1, {});
  expect(waits()).toEqual({ waiting: 2, longestWaitMs: 30 });
  pool.emit("acquireFail", 2, new Error("all connections are in use"));
  pool.emit("acquireSuccess", 3, {});
  expect(waits()).toEqual({ waiting: 0, longestWaitMs: 0 });
});
