import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { readConfig } from "~/platform/config.server";

const ENOUGH = { NODE_ENV: "test", DATABASE_URL: "postgresql://nobody@localhost/none" } as const;

it("counts processes, and takes auto for one a core", () => {
  const processes = (wanted?: string) => {
    const read = readConfig({ ...ENOUGH, ...(wanted === undefined ? {} : { WEB_CONCURRENCY: wanted }) });
    return "problems" in read ? read.problems : read.config.processes;
  };
  expect([processes(), processes("4"), processes("auto")]).toEqual([1, 4, availableParallelism()]);
  for (const wrong of ["0", "65", "1.5", "many"])
    expect(processes(wrong)).toEqual(["WEB_CONCURRENCY must be a number of processes from 1 to 64, or auto"]);
});

it("takes the database's own address for the direct one, unless a pooler is in front of it", () => {
  const read = (more: object) => {
    const answer = readConfig({ ...ENOUGH, ...more });
    return "problems" in answer ? answer.problems : answer.config.databaseDirectUrl;
  };
  expect(read({})).toBe(ENOUGH.DATABASE_URL);
  expect(read({ DATABASE_DIRECT_URL: "postgresql://nobody@db/none" })).toBe("postgresql://nobody@db/none");
  expect(read({ DATABASE_DIRECT_URL: "db:5432" })).toEqual([
    "DATABASE_DIRECT_URL must begin with postgres:// or postgresql://",
  ]);
});

it("knows after how many days calls are public, or that they never are", () => {
  const days = (TRACK_RECORD_DAYS?: string) => {
    const read = readConfig({ ...ENOUGH, TRACK_RECORD_DAYS });
    return "problems" in read ? read.problems : read.config.trackRecordDays;
  };
  expect([days(), days("0"), days("365"), days("never")]).toEqual([30, 0, 365, undefined]);
  for (const wrong of ["-1", "1.5", "soon", "10000"])
    expect(days(wrong)).toEqual(["TRACK_RECORD_DAYS must be a number of days from 0 to 9999, or never"]);
});
