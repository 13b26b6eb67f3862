import { beforeEach, describe, expect, it } from "vitest";
import { EventLoopQueue } from "~/platform/event-loop-queue";

let iterations: (() => void)[];
let begun: string[];
let now: number;
let queue: EventLoopQueue;
beforeEach(() => {
  [iterations, begun, now] = [[], [], 0];
  queue = new EventLoopQueue({ nextRound: (callback) => iterations.push(callback), now: () => now });
});

const enqueue = (name: string) => void queue.take().then(() => begun.push(name));

/** One iteration of the event loop, including its microtasks. */
async function runIteration(): Promise<void> {
  for (const callback of iterations.splice(0)) callback();
  await settled();
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("event loop queue", () => {
  it("starts at once if idle", async () => {
    enqueue("first");
    await settled();
    expect(begun).toEqual(["first"]);
  });

  it("starts one task per iteration, in order", async () => {
    for (const name of ["first", "second", "third"]) enqueue(name);
    await settled();
    expect(begun).toEqual(["first"]);
    await runIteration();
    expect(begun).toEqual(["first", "second"]);
    await runIteration();
    expect(begun).toEqual(["first", "second", "third"]);
  });

  it("schedules no more iterations than it needs", async () => {
    enqueue("first");
    await runIteration();
    expect(iterations).toEqual([]);
    enqueue("second");
    await settled();
    expect(begun).toEqual(["first", "second"]);
  });

  it("lets new events run before the next task", async () => {
    enqueue("first");
    enqueue("second");
    for (const _ of [1, 2, 3]) {
      queue.newcomer();
      await runIteration();
    }
    expect(begun).toEqual(["first"]);
    await runIteration();
    expect(begun).toEqual(["first", "second"]);
  });

  it("runs a task after eight iterations with new events", async () => {
    for (const name of ["first", "second", "third"]) enqueue(name);
    const iterationsUntil = async (count: number) => {
      let passed = 0;
      while (begun.length < count) {
        queue.newcomer();
        await runIteration();
        passed += 1;
      }
      return passed;
    };
    await settled();
    expect(await iterationsUntil(2)).toBe(9);
    expect(await iterationsUntil(3)).toBe(9);
  });

  it("reports how long its first task has waited", async () => {
    expect(queue.longestWaitMs()).toBe(0);
    for (const name of ["first", "second", "third"]) {
      enqueue(name);
      now += 10;
    }
    expect(queue.longestWaitMs()).toBe(20);
    await runIteration();
    expect(queue.longestWaitMs()).toBe(10);
    await runIteration();
    expect(queue.longestWaitMs()).toBe(0);
  });
});
