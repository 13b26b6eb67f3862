import { beforeEach, describe, expect, it } from "vitest";
import { EventLoopQueue } from "~/platform/event-loop-queue";

let rounds: (() => void)[];
let begun: string[];
let now: number;
let turns: EventLoopQueue;
beforeEach(() => {
  [rounds, begun, now] = [[], [], 0];
  turns = new EventLoopQueue({ nextRound: (callback) => rounds.push(callback), now: () => now });
});

const ask = (name: string) => void turns.take().then(() => begun.push(name));

/** One round of the loop: what was to come in it, and whatever follows from that at once. */
async function goRound(): Promise<void> {
  for (const callback of rounds.splice(0)) callback();
  await settled();
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  it("begins at once while nobody else works", async () => {
    ask("first");
    await settled();
    expect(begun).toEqual(["first"]);
  });

  it("begins one in a round, in the order of asking", async () => {
    for (const name of ["first", "second", "third"]) ask(name);
    await settled();
    expect(begun).toEqual(["first"]);
    await goRound();
    expect(begun).toEqual(["first", "second"]);
    await goRound();
    expect(begun).toEqual(["first", "second", "third"]);
  });

  it("asks for no round more than it needs", async () => {
    ask("first");
    await goRound();
    expect(rounds).toEqual([]);
    ask("second");
    await settled();
    expect(begun).toEqual(["first", "second"]);
  });

  it("lets newcomers come before the next turn", async () => {
    ask("first");
    ask("second");
    for (const _ of [1, 2, 3]) {
      turns.newcomer();
      await goRound();
    }
    expect(begun).toEqual(["first"]);
    await goRound();
    expect(begun).toEqual(["first", "second"]);
  });

  it("gives a turn all the same after eight rounds with newcomers", async () => {
    for (const name of ["first", "second", "third"]) ask(name);
    const roundsUntil = async (count: number) => {
      let passed = 0;
      while (begun.length < count) {
        turns.newcomer();
        await goRound();
        passed += 1;
      }
      return passed;
    };
    await settled();
    expect(await roundsUntil(2)).toBe(9);
    expect(await roundsUntil(3)).toBe(9);
  });

  it("tells how long the first in line has waited", async () => {
    expect(turns.longestWaitMs()).toBe(0);
    for (const name of ["first", "second", "third"]) {
      ask(name);
      now += 10;
    }
    expect(turns.longestWaitMs()).toBe(20);
    await goRound();
    expect(turns.longestWaitMs()).toBe(10);
    await goRound();
    expect(turns.longestWaitMs()).toBe(0);
  });
});
