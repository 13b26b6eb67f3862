import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { repeat } from "~/platform/repeat.server";

const INTERVAL_MS = 1_000;

/** The rounds that began; each lasts until the test ends it. */
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

it("begins the first round after an interval", async () => {
  await pass(INTERVAL_MS - 1);
  expect(rounds).toHaveLength(0);
  await pass(1);
  expect(rounds).toHaveLength(1);
});

it("begins the next one an interval after the end of the one before, however long that took", async () => {
  await pass(10 * INTERVAL_MS);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await pass(INTERVAL_MS - 1);
  expect(rounds).toHaveLength(1);
  await pass(1);
  expect(rounds).toHaveLength(2);
});

it("begins none once it is stopped, before a round or during it", async () => {
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

it("stops when the round under way has ended, not before", async () => {
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
