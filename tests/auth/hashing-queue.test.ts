import { describe, expect, it } from "vitest";
import { HashingQueue } from "~/auth/hashing-queue.server";

/** Work that ends on request and records what has started. */
function work() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const of = (number: number) => () => {
    begun.push(number);
    return new Promise<number>((resolve) => ends.push(() => resolve(number)));
  };
  return { begun, of, endNext: () => ends.shift()?.() };
}

const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

describe("the queue of password hashing", () => {
  it("runs a few at a time, the others in order", async () => {
    const queue = new HashingQueue({ concurrency: 2, mostWaiting: 3 });
    const { begun, of, endNext } = work();
    const results = [1, 2, 3, 4, 5].map((number) => queue.run(of(number)));
    await nextIteration();
    expect([begun, queue.waiting]).toEqual([[1, 2], 3]);
    endNext();
    await nextIteration();
    expect([begun, queue.waiting]).toEqual([[1, 2, 3], 2]);
    for (let left = 0; left < 4; left += 1) {
      endNext();
      await nextIteration();
    }
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5]);
  });

  it("refuses at once if too many wait, with a time to retry", async () => {
    const queue = new HashingQueue({ concurrency: 1, mostWaiting: 1 });
    const { begun, of, endNext } = work();
    const [first, second] = [queue.run(of(1)), queue.run(of(2))];
    expect(() => queue.assertRoom()).toThrow();
    await expect(queue.run(of(3))).rejects.toMatchObject({ status: 503, details: { retryAfter: 5 } });
    endNext();
    await first;
    queue.assertRoom();
    await nextIteration();
    endNext();
    await second;
    expect(begun).toEqual([1, 2]);
  });

  it("continues after an error", async () => {
    const queue = new HashingQueue({ concurrency: 1, mostWaiting: 1 });
    const broken = queue.run(() => Promise.reject(new Error("no memory")));
    const next = queue.run(async () => "done");
    await expect(broken).rejects.toThrow("no memory");
    expect(await next).toBe("done");
    expect(await queue.run(async () => "again")).toBe("again");
  });
});
