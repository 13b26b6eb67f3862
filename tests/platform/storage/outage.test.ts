import { beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { log } from "~/platform/log.server";
import { outageGuard } from "~/platform/storage/outage.server";
import { StorageUnavailableError } from "~/platform/storage/storage-contract.server";

let lines: MockInstance[];
beforeEach(() => {
  lines = [vi.spyOn(log(), "error"), vi.spyOn(log(), "warn")].map((line) =>
    line.mockReset().mockImplementation(() => {}),
  );
});

const away = () => Promise.reject(new StorageUnavailableError("away"));
const works = () => Promise.resolve("works");

it("skips a store that just failed, then tries once, then continues", async () => {
  let now = 0;
  const guarded = outageGuard(() => now);
  await expect(guarded(away)).rejects.toThrow("away");
  const waiting = vi.fn(works);
  now = 1_999;
  await expect(guarded(waiting)).rejects.toThrow(StorageUnavailableError);
  expect(waiting).not.toHaveBeenCalled();
  now = 2_000;
  let answer = (_: string) => {};
  const trying = guarded(() => new Promise<string>((resolve) => (answer = resolve)));
  await expect(guarded(waiting)).rejects.toThrow(StorageUnavailableError);
  answer("back");
  expect(await trying).toBe("back");
  expect(await guarded(waiting)).toBe("works");
  expect(lines.map(({ mock }) => mock.calls.map((line) => line.at(-1)))).toEqual([
    ["picture store away"],
    ["picture store answers again"],
  ]);
});

it("stays closed while attempts fail", async () => {
  let now = 0;
  const guarded = outageGuard(() => now);
  await expect(guarded(away)).rejects.toThrow("away");
  now = 2_000;
  await expect(guarded(away)).rejects.toThrow("away");
  now = 3_999;
  await expect(guarded(works)).rejects.toThrow("a moment ago");
  now = 4_000;
  expect(await guarded(works)).toBe("works");
  expect(lines.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it("treats no other error as an outage", async () => {
  const guarded = outageGuard();
  await expect(guarded(() => Promise.reject(new TypeError("ours")))).rejects.toThrow("ours");
  expect(await guarded(works)).toBe("works");
});
