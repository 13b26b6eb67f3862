import { afterAll, beforeAll, vi } from "vitest";

/** Fixes the year of a file's tests: days of other years are shown with their year. */
export function setUpYear(year: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(year, 6, 17) });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}
