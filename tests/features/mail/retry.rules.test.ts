import { expect, test } from "vitest";
import { GIVE_UP_SECONDS, isPermanentFailure, retrySeconds } from "~/features/mail/retry.rules";

test("retries back off, stay below two minutes for two hours, and end after a day", () => {
  const waits: number[] = [];
  let age = 0;
  for (let attempt = 1; ; attempt += 1) {
    const wait = retrySeconds(attempt, age);
    if (wait === undefined) break;
    waits.push(wait);
    age += wait;
  }
  expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 60, 90]);
  expect(age).toBe(GIVE_UP_SECONDS);
  expect(Math.max(...waits)).toBe(600);
  let first = 0;
  for (const wait of waits) {
    if (first >= 7200) break;
    expect(wait).toBeLessThanOrEqual(90);
    first += wait;
  }
});

test("only a refusal of this email is permanent", () => {
  for (const code of [550, 551, 552, 553, 554]) expect(isPermanentFailure(code)).toBe(true);
  for (const code of [undefined, 421, 451, 535, 500, 549, 555]) expect(isPermanentFailure(code)).toBe(false);
});

test("a delay never exceeds the rest of the day", () => {
  const DAY = 86_400;
  expect(GIVE_UP_SECONDS).toBe(DAY);
  expect([1, 2, 3, 4, 5].map((attempt) => retrySeconds(attempt, 0))).toEqual([5, 10, 20, 40, 60]);
  expect([6, 99].map((attempt) => retrySeconds(attempt, 7199))).toEqual([90, 90]);
  expect([6, 99].map((attempt) => retrySeconds(attempt, 7200))).toEqual([600, 600]);
  expect(retrySeconds(99, DAY - 600)).toBe(600);
  expect(retrySeconds(99, DAY - 599)).toBe(599);
  expect(retrySeconds(99, DAY - 1)).toBe(1);
  expect(retrySeconds(99, DAY - 0.5)).toBe(1);
  expect(retrySeconds(1, DAY)).toBeUndefined();
});
