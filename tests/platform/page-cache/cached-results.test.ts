import { noteTables, observeTables } from "db/tables-read.server";
import { expect, it } from "vitest";
import { CachedResults } from "~/platform/page-cache/cached-results.server";
import { ContentChanges } from "~/platform/page-cache/content-changes.server";

function answersOf(most = 3) {
  const changes = new ContentChanges();
  changes.receivesNotifications = true;
  let now = 0;
  let asked = 0;
  const answers = new CachedResults<number>(most, changes, () => now);
  const read = async () => {
    noteTables(["news"]);
    asked += 1;
    return asked;
  };
  const ask = (key = "a", isKept?: (answer: number) => boolean) => answers.get(key, read, isKept);
  return { changes, answers, ask, wait: (ms: number) => (now += ms) };
}

it("an answer stays until a table changes that it was read from", async () => {
  const { ask, changes } = answersOf();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  changes.note(["ads"]);
  expect(await ask()).toBe(1);
  changes.note(["news"]);
  expect(await ask()).toBe(2);
  changes.note();
  expect(await ask()).toBe(3);
});

it("whoever observes what is read is told of it, also where the answer is in memory", async () => {
  const { ask } = answersOf();
  const told: string[] = [];
  const observe = () =>
    observeTables(
      (tables) => told.push(...tables),
      () => ask(),
    );
  await observe();
  expect(told).toEqual(["news"]);
  await observe();
  expect(told).toEqual(["news", "news"]);
});

it("an answer that a change overtook while it was read is given, and not kept", async () => {
  const { answers, changes } = answersOf();
  const read = async () => {
    noteTables(["news"]);
    changes.note(["news"]);
    return 1;
  };
  expect(await answers.get("a", read)).toBe(1);
  expect(answers.size).toBe(0);
});

it("nothing is kept while changes cannot be heard, nor what may not be", async () => {
  const { ask, answers, changes } = answersOf();
  await ask("a", () => false);
  changes.receivesNotifications = false;
  await ask();
  expect(answers.size).toBe(0);
});

it("an answer is read again after a minute", async () => {
  const { ask, wait } = answersOf();
  await ask();
  wait(59_999);
  expect(await ask()).toBe(1);
  wait(1);
  expect(await ask()).toBe(2);
});

it("the least recently used answer leaves first", async () => {
  const { ask, answers } = answersOf(2);
  await ask("a");
  await ask("b");
  await ask("a");
  await ask("c");
  expect(answers.size).toBe(2);
  expect([await ask("a"), await ask("b")]).toEqual([1, 4]);
});
