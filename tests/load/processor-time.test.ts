import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { clusterTime, parseStat, processTime, timeBetween } from "./processor-time.mjs";

const STAT =
  "4711 (odd) name (x)) S 42 4711 4711 0 -1 4194560 3042 12 0 0 250 75 1030 210 20 0 11 0 176 1234 567 184467 1 1 0\n";

it("processor times are parsed after a process name with brackets", () => {
  expect(parseStat(STAT)).toEqual({
    parent: 42,
    own: { user: 2.5, system: 0.75 },
    ended: { user: 10.3, system: 2.1 },
  });
});

it("the difference of two processor times is undefined if one is missing", () => {
  const [before, after] = [
    { user: 1, system: 2 },
    { user: 1.5, system: 2.25 },
  ];
  expect(timeBetween(before, after)).toEqual({ user: 0.5, system: 0.25 });
  expect(timeBetween(undefined, after)).toBeUndefined();
});

it("a missing process has no processor time", () => {
  expect(processTime(undefined)).toBeUndefined();
  expect(clusterTime(undefined)).toBeUndefined();
  expect(clusterTime(2 ** 30)).toBeUndefined();
});

it.runIf(process.platform === "linux")("processor time includes living and ended children", async () => {
  const before = clusterTime(process.pid);
  const busy = "while (process.cpuUsage().user < 300_000); process.stdout.write('done')";
  const living = spawn(process.execPath, ["-e", `${busy}; setInterval(() => {}, 1e6)`]);
  await once(living.stdout, "data");
  const withLiving = timeBetween(before, clusterTime(process.pid))?.user ?? 0;
  living.kill();
  await once(living, "exit");
  const withEnded = timeBetween(before, clusterTime(process.pid))?.user ?? 0;
  expect(withLiving).toBeGreaterThan(0.2);
  // Sums of hundredths.
  expect(withEnded - withLiving).toBeGreaterThan(-0.001);
});
