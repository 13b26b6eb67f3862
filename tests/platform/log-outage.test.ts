import { afterEach, expect, it, vi } from "vitest";
import { log } from "~/platform/log.server";
import { logOutage } from "~/platform/log-outage.server";

afterEach(() => vi.restoreAllMocks());

it("each outage is logged once in ten seconds with its own message and the number of repeats", () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const err = new Error("refused");
  const away = (requestId: string, words: string, seconds: number) =>
    logOutage({ requestId, err }, words, { now: 1_000 * seconds });
  away("1", "a page", 0);
  away("2", "a page", 0);
  away("3", "another", 1);
  away("4", "a page", 9.9);
  away("5", "a page", 10);
  away("6", "a page", 25);
  expect(warn.mock.calls).toEqual([
    [{ requestId: "1", err }, "a page"],
    [{ requestId: "3", err }, "another"],
    [{ requestId: "5", err, unwritten: 2 }, "a page"],
    [{ requestId: "6", err }, "a page"],
  ]);
});
