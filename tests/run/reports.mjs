import { readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Readonly<Counts>} */
export const NO_TESTS = { passed: 0, failed: 0, skipped: 0 };

/** @param {boolean} good @returns {Counts} a step without tests of its own counts as one */
export const countAsOne = (good) => ({ ...NO_TESTS, [good ? "passed" : "failed"]: 1 });

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    NO_TESTS,
  );
}

/** @param {Counts} counts */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** @param {Counts} counts @returns {boolean} that nothing ran is no success */
export const isSuccess = ({ passed, failed }) => failed === 0 && passed > 0;

/**
 * What a runner's report says, held against its exit code: a runner that fails without a failed test (a file that
 * does not load, an error outside of any test, no report at all) has one failure that its report does not count.
 *
 * @template Report
 * @param {string} file JSON
 * @param {(report: Report) => Counts} read
 * @param {number} code the runner's exit code
 * @returns {Counts}
 */
export function countsFrom(file, read, code) {
  const counts = readReport(file, read, NO_TESTS);
  const uncounted = counts.failed === 0 && (code !== 0 || counts.passed + counts.skipped === 0);
  return uncounted ? { ...counts, failed: 1 } : counts;
}

/**
 * @template Report, Found
 * @param {string} file
 * @param {(report: Report) => Found} read
 * @param {Found} otherwise when there is no report to read
 */
function readReport(file, read, otherwise) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return otherwise;
  }
}

/**
 * What failed, a line each, to be read before what the runner says at length.
 *
 * @template Report
 * @param {string} file JSON
 * @param {(report: Report) => Failure[]} read
 */
export const failuresFrom = (file, read) =>
  readReport(file, read, []).map(({ name, message }) => `FAIL  ${name}: ${firstLine(message)}`);

/** @typedef {{ name: string, ms: number }} Duration of a file of tests, named from the project's root */

/**
 * How long each file took.
 *
 * @template Report
 * @param {string} file JSON
 * @param {(report: Report) => Duration[]} read
 */
export const durationsFrom = (file, read) => readReport(file, read, []);

/** @param {readonly Duration[]} durations @param {number} count */
export const longestOf = (durations, count) =>
  durations.toSorted((one, other) => other.ms - one.ms).slice(0, count);

/** @param {readonly Duration[]} durations @returns {string} a line each, the seconds first */
export const durationTable = (durations) =>
  durations.map(({ name, ms }) => `${String(Math.round(ms / 1_000)).padStart(6)} s  ${name}`).join("\n");

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

/** @param {string} text */
const firstLine = (text) => text.replace(ESCAPES, "").trim().split("\n", 1)[0] ?? "";

/** @typedef {{ name: string, message: string }} Failure */

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ status: string, name: string, message?: string, startTime?: number, endTime?: number, assertionResults: VitestTest[] }} VitestFile
 * @param {{ testResults: VitestFile[] }} report of vitest's JSON reporter
 * @returns {Counts} a file that failed as a whole counts as one
 */
export function vitestCounts({ testResults }) {
  return sum(
    testResults.map(({ status, assertionResults }) => {
      const statuses = assertionResults.map((result) => result.status);
      const counts = {
        passed: statuses.filter((each) => each === "passed").length,
        failed: statuses.filter((each) => each === "failed").length,
        skipped: statuses.filter((each) => each !== "passed" && each !== "failed").length,
      };
      return status === "failed" && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
    }),
  );
}

/** @param {{ testResults: VitestFile[] }} report @returns {Failure[]} */
export const vitestFailures = ({ testResults }) =>
  testResults.flatMap(({ status, name, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ name, message: message ?? "" }];
    return failed.map(({ fullName, failureMessages = [] }) => ({
      name: `${name} > ${fullName}`,
      message: failureMessages[0] ?? "",
    }));
  });

/** @param {{ testResults: VitestFile[] }} report @returns {Duration[]} */
export const vitestDurations = ({ testResults }) =>
  testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    name: name.replace(/^.*?\/tests\//, "tests/"),
    ms: endTime - startTime,
  }));

/**
 * @typedef {{ status: string, projectName: string, results: { duration?: number, error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ specs: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report @returns {Failure[]} */
export const playwrightFailures = ({ suites, errors = [] }) => [
  ...suites.flatMap(suiteFailures),
  ...errors.map(({ message = "" }) => ({ name: "outside of any test", message })),
];

/** @param {PlaywrightSuite} suite @returns {Failure[]} */
const suiteFailures = ({ specs, suites = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => ({
        name: `${file} [${projectName}] > ${title}`,
        message: results.find(({ error }) => error)?.error?.message ?? "",
      })),
  ),
  ...suites.flatMap(suiteFailures),
];

/** @param {{ suites: PlaywrightSuite[] }} report @returns {Duration[]} of each file, all its journeys together */
export function playwrightDurations({ suites }) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { name, ms } of suites.flatMap(suiteDurations)) files.set(name, (files.get(name) ?? 0) + ms);
  return [...files].map(([name, ms]) => ({ name, ms }));
}

/** @param {PlaywrightSuite} suite @returns {Duration[]} */
const suiteDurations = ({ specs, suites = [] }) => [
  ...specs.flatMap(({ file, tests }) =>
    tests.map(({ results }) => ({
      name: `tests/e2e/${file.replace(/^.*?e2e\//, "")}`,
      ms: results.reduce((all, { duration = 0 }) => all + duration, 0),
    })),
  ),
  ...suites.flatMap(suiteDurations),
];

/**
 * @typedef {{ expected: number, unexpected: number, flaky: number, skipped: number }} PlaywrightStats
 * @param {{ stats: PlaywrightStats, errors?: unknown[] }} report of Playwright's JSON reporter
 * @returns {Counts} errors outside of any test count as one each
 */
export function playwrightCounts({ stats, errors = [] }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
