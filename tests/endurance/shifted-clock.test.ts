import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SHIFTED_CLOCK = fileURLToPath(new URL("./shifted-clock.mjs", import.meta.url));
const HOUR = 3_600_000;

const READ = `console.log(JSON.stringify([
  Date.now(), new Date().getTime(), new Date(Date()).getTime(),
  new Date(5).getTime(), Date.UTC(1970, 0, 2), new Date() instanceof Date,
]))`;

it("the shifted clock changes every way to read the time, and nothing else of Date", () => {
  const earliest = Date.now();
  const output = execFileSync(process.execPath, ["--import", SHIFTED_CLOCK, "-e", READ], {
    env: { ...process.env, CLOCK_SHIFT_MS: String(HOUR) },
    encoding: "utf8",
  });
  const [now, made, text, ...rest] = JSON.parse(output);
  for (const time of [now, made]) {
    expect(time).toBeGreaterThanOrEqual(earliest + HOUR);
    expect(time).toBeLessThanOrEqual(Date.now() + HOUR);
  }
  // A date as text has no milliseconds.
  expect(text).toBeGreaterThan(earliest + HOUR - 1_000);
  expect(rest).toEqual([5, 86_400_000, true]);
});
