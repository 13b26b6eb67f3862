import { afterAll, beforeAll, vi } from "vitest";

/** Lets a file's tests be of one year, whenever they run: days of other years are written with theirs. */
export function setUpYear(year: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(year, 6, 17) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
