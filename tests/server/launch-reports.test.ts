import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  countAsOne,
  countsFrom,
  durationsFrom,
  durationTable,
  failuresFrom,
  formatCounts,
  isSuccess,
  longestOf,
  playwrightCounts,
  playwrightDurations,
  playwrightFailures,
  sum,
  vitestCounts,
  vitestDurations,
  vitestFailures,
} from "tests/run/reports.mjs";
import { PARALLEL_STEPS } from "tests/run/steps.mjs";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "openbell-reports-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (status: string, ...statuses: string[]) => ({
  status,
  name: "tests/some.test.ts",
  assertionResults: statuses.map((each, nth) => ({ status: each, fullName: `part ${nth}` })),
});

function report(text: string): string {
  const path = join(folder, "report.json");
  writeFileSync(path, text);
  return path;
}

describe("vitest's report", () => {
  it("is counted by test", () => {
    const testResults = [
      file("passed", "passed", "passed", "skipped"),
      file("failed", "passed", "failed", "todo", "pending"),
    ];
    expect(vitestCounts({ testResults })).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  it("counts a file that failed as a whole as one failure", () => {
    expect(vitestCounts({ testResults: [file("failed"), file("failed", "skipped", "skipped")] })).toEqual({
      passed: 0,
      failed: 2,
      skipped: 2,
    });
  });
});

describe("Playwright's report", () => {
  it("is counted, with a flaky test as failed", () => {
    const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 4 };
    expect(playwrightCounts({ stats, errors: [] })).toEqual({ passed: 5, failed: 3, skipped: 4 });
  });

  it("counts errors outside of tests", () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts({ stats, errors: [{}, {}] }).failed).toBe(2);
  });
});

describe("a report compared with its runner's exit code", () => {
  const good = report(JSON.stringify({ testResults: [file("passed", "passed")] }));

  it("is valid if both agree", () => {
    expect(countsFrom(good, vitestCounts, 0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  it("is invalid if the runner failed anyway", () => {
    expect(countsFrom(good, vitestCounts, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it.each(["", "not JSON", "{}", '{"testResults": []}'])("is a failure if it is %j", (text) => {
    expect(countsFrom(report(text), vitestCounts, 0).failed).toBe(1);
  });

  it("is a failure if it is missing", () => {
    expect(countsFrom(join(folder, "absent.json"), vitestCounts, 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
    });
  });
});

describe("a summary of failures", () => {
  const red = String.fromCharCode(27);
  const linesOf = (testResults: object[]) =>
    failuresFrom(report(JSON.stringify({ testResults })), vitestFailures);

  it("has a line for each test, with the start of its message", () => {
    const message = `${red}[31mexpected 1 to be 2${red}[39m\n    at some.test.ts:3`;
    const [first, ...others] = file("failed", "failed", "passed", "failed").assertionResults;
    const assertionResults = [{ ...first, failureMessages: [message] }, ...others];
    expect(linesOf([{ ...file("failed"), assertionResults }, file("passed", "passed")])).toEqual([
      "FAIL  tests/some.test.ts > part 0: expected 1 to be 2",
      "FAIL  tests/some.test.ts > part 2: ",
    ]);
  });

  it("names the file if it failed as a whole", () => {
    expect(linesOf([{ ...file("failed"), message: "no such module\nat line 1" }])).toEqual([
      "FAIL  tests/some.test.ts: no such module",
    ]);
  });

  it("includes Playwright's nested suites and errors", () => {
    const test = (status: string, ...results: object[]) => ({ status, projectName: "script", results });
    const spec = { title: "reads", file: "a.spec.ts" };
    const failed = {
      ...spec,
      tests: [test("expected", {}), test("flaky", {}, { error: { message: "gone" } })],
    };
    const suites = [{ specs: [], suites: [{ specs: [failed, { ...spec, tests: [test("skipped")] }] }] }];
    const text = JSON.stringify({ suites, errors: [{ message: "no server" }] });
    expect(failuresFrom(report(text), playwrightFailures)).toEqual([
      "FAIL  a.spec.ts [script] > reads: gone",
      "FAIL  outside of any test: no server",
    ]);
  });

  it("is empty without a report", () => {
    expect(failuresFrom(join(folder, "absent.json"), vitestFailures)).toEqual([]);
  });
});

describe("the last line", () => {
  it("adds up the steps and the tests", () => {
    const total = sum([countAsOne(true), countAsOne(false), { passed: 10, failed: 2, skipped: 3 }]);
    expect(formatCounts(total)).toBe("11 passed, 3 failed, 3 skipped");
  });

  it("reports success only if something ran and nothing failed", () => {
    expect(isSuccess({ passed: 1, failed: 0, skipped: 9 })).toBe(true);
    expect(isSuccess({ passed: 9, failed: 1, skipped: 0 })).toBe(false);
    expect(isSuccess({ passed: 0, failed: 0, skipped: 9 })).toBe(false);
    expect(isSuccess(sum([]))).toBe(false);
  });

  it("mentions every step", () => {
    const names = PARALLEL_STEPS.flat().map((step) => step.name);
    expect(names.sort()).toEqual(["browser", "build", "imports", "lint", "types", "unit", "unused"]);
  });
});

describe("durations", () => {
  it("are per file for Vitest, with paths from the project's root", () => {
    const file = { name: "/any/where/tests/a.test.ts", startTime: 5, endTime: 2_005 };
    const text = JSON.stringify({ testResults: [file] });
    expect(durationsFrom(report(text), vitestDurations)).toEqual([{ name: "tests/a.test.ts", ms: 2_000 }]);
  });

  it("add up all browsers and retries per file for Playwright", () => {
    const tests = [
      { status: "expected", projectName: "script", results: [{ duration: 2_000 }, { duration: 3_000 }] },
    ];
    const spec = { title: "reads", file: "a.spec.ts", tests };
    const suites = [{ specs: [spec], suites: [{ specs: [spec] }] }];
    expect(durationsFrom(report(JSON.stringify({ suites })), playwrightDurations)).toEqual([
      { name: "tests/e2e/a.spec.ts", ms: 10_000 },
    ]);
  });

  it("are empty without a report", () => {
    expect(durationsFrom(join(folder, "absent.json"), vitestDurations)).toEqual([]);
  });

  it("are listed with the longest first, in whole seconds", () => {
    const all = [1, 30, 2].map((seconds) => ({ name: `${seconds}.test.ts`, ms: seconds * 1_000 + 400 }));
    expect(durationTable(longestOf(all, 2))).toBe("    30 s  30.test.ts\n     2 s  2.test.ts");
  });
});
