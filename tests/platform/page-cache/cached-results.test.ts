import { noteTables, observeTables } from "db/tables-read.server";
import { expect, it } from "vitest";
import { CachedResults } from "~/platform/page-cache/cached-results.server";
import { ContentChanges } from "~/platform/page-cache/content-changes.server";

function answersOf(most = 3) {
  const changes = new ContentChanges();
  changes.receivesNotifications = true;
  let now = 0;
  let reads = 0;
  const answers = new CachedResults<number>(most, changes, () => now);
  const read = async () => {
    noteTables(["news"]);
    reads += 1;
    return reads;
  };
  const ask = (key = "a", isKept?: (answer: number) => boolean) => answers.get(key, read, isKept);
  return { changes, answers, ask, wait: (ms: number) => (now += ms) };
}

it("a result is cached until one of its tables changes", async () => {
  const { ask, changes } = answersOf();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  changes.note(["ads"]);
  expect(await ask()).toBe(1);
  changes.note(["news"]);
  expect(await ask()).toBe(2);
  changes.note();
  expect(await ask()).toBe(3);
});

it("a read reports its tables, even if the result is cached", async () => {
  const { ask } = answersOf();
  const observed: string[] = [];
  const observe = () =>
    observeTables(
      (tables) => observed.push(...tables),
      () => ask(),
    );
  await observe();
  expect(observed).toEqual(["news"]);
  await observe();
  expect(observed).toEqual(["news", "news"]);
});

it("a result is returned but not cached if its table changed while it was read", async () => {
  const { answers, changes } = answersOf();
  const read = async () => {
    noteTables(["news"]);
    changes.note(["news"]);
    return 1;
  };
  expect(await answers.get("a", read)).toBe(1);
  expect(answers.size).toBe(0);
});

it("nothing is cached while change notices are lost, nor what must not be", async () => {
  const { ask, answers, changes } = answersOf();
  await ask("a", () => false);
  changes.receivesNotifications = false;
  await ask();
  expect(answers.size).toBe(0);
});

it("a result expires after a minute", async () => {
  const { ask, wait } = answersOf();
  await ask();
  wait(59_999);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

it("the least recently used result is evicted first", async () => {
  const { ask, answers } = answersOf(2);
  await ask("a");
  await ask("b");
  await ask("a");
  await ask("c");
  expect(answers.size).toBe(2);
  expect([await ask("a"), await ask("b")]).toEqual([1, 4]);
});
