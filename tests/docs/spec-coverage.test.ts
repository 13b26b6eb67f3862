import { describe, expect, it } from "vitest";
import { type Citation, fileOf, readCoveragePage } from "./coverage-page";
import { readTestCases, type TestCase, WITHIN } from "./test-cases";

const LINES = readCoveragePage();
const files = new Set(LINES.flatMap(({ citations }) => citations.map(({ file }) => file)));
const CASES = readTestCases([...files].flatMap((file) => fileOf(file) ?? []));

/** The tests that a line may mean by a name. */
function casesOf({ file, test }: Citation): TestCase[] {
  const cases = CASES.get(fileOf(file)?.href ?? "") ?? [];
  return cases.filter(({ name }) => name === test || name.endsWith(`${WITHIN}${test}`));
}

const citedWhere = (isWrong: (cases: TestCase[]) => boolean) =>
  LINES.flatMap(({ citations }) => citations)
    .filter((citation) => isWrong(casesOf(citation)))
    .map(({ file, test }) => `${file} "${test}"`);

describe("the page that says where each sentence is shown", () => {
  it("names tests or a decision in each line, and no file without one of its tests", () => {
    expect(LINES.length).toBeGreaterThan(150);
    const undecided = LINES.filter(
      ({ by, citations }) => citations.length === 0 && !by.startsWith("decision: "),
    );
    expect(undecided.map(({ says }) => says)).toEqual([]);
    expect(LINES.flatMap(({ bare }) => bare)).toEqual([]);
  });

  it("means one test by each name", () => {
    expect(citedWhere((cases) => cases.length !== 1)).toEqual([]);
  });

  it("names tests that run and assert", () => {
    expect(citedWhere((cases) => cases.some(({ skipped }) => skipped))).toEqual([]);
    expect(citedWhere((cases) => cases.some(({ asserts }) => !asserts))).toEqual([]);
  });

  it("quotes texts that an assertion of these tests compares with", () => {
    expect(LINES.flatMap(({ texts }) => texts).length).toBeGreaterThan(100);
    const missing = LINES.flatMap(({ texts, citations }) => {
      const asserted = citations.flatMap(casesOf).flatMap((one) => [...one.texts]);
      return texts.filter((text) => !asserted.some((one) => one.includes(text)));
    });
    expect(missing).toEqual([]);
  });
});
