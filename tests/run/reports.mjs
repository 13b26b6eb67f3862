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
  const counts = readReport(file, read);
  const uncounted = counts.failed === 0 && (code !== 0 || counts.passed + counts.skipped === 0);
  return uncounted ? { ...counts, failed: 1 } : counts;
}

/**
 * @template Report
 * @param {string} file
 * @param {(report: Report) => Counts} read
 */
function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return NO_TESTS;
  }
}

/**
 * @typedef {{ status: string, assertionResults: { status: string }[] }} VitestFile
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
