import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeat } from "~/platform/repeat.server";

const INTERVAL_MS = 1_000;

/** The rounds that have started; each lasts until the test ends it. */
let rounds: { end(): void }[];
let stop: () => Promise<void>;
beforeEach(() => {
  vi.useFakeTimers();
  rounds = [];
  stop = repeat(() => new Promise((end) => rounds.push({ end })), INTERVAL_MS);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it("starts the first round after an interval", async () => {
  await pass(INTERVAL_MS - 1);
  expect(rounds).toHaveLength(0);
  await pass(1);
  expect(rounds).toHaveLength(1);
});

it("starts the next round an interval after the last one ended, however long it took", async () => {
  await pass(10 * INTERVAL_MS);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(INTERVAL_MS - 1);
  expect(rounds).toHaveLength(1);
  await pass(1);
  expect(rounds).toHaveLength(2);
});

it("starts no round once stopped, before or during one", async () => {
  await stop();
  await pass(10 * INTERVAL_MS);
  expect(rounds).toHaveLength(0);

  stop = repeat(() => new Promise((end) => rounds.push({ end })), INTERVAL_MS);
  await pass(INTERVAL_MS);
  const stopped = stop();
  rounds[0]?.end();
  await stopped;
  await pass(10 * INTERVAL_MS);
  expect(rounds).toHaveLength(1);
});

it("stops only when the running round has ended", async () => {
  await pass(INTERVAL_MS);
  let stopped = false;
  const stopping = stop().then(() => {
    stopped = true;
  });
  await pass(INTERVAL_MS);
  expect(stopped).toBe(false);
  rounds[0]?.end();
  await stopping;
  expect(stopped).toBe(true);
});
