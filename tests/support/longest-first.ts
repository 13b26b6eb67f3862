import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take minutes. One that began last would be waited for alone. */
const LONGEST = [
  "tests/routes/security/canary.test.ts",
  "tests/routes/security/hostile-input.test.ts",
  "tests/db/plans.test.ts",
  "tests/features/calls/record/histories.test.ts",
  "tests/routes/system/cached-is-fresh.test.ts",
  "tests/routes/api/query-parameters.test.ts",
  "tests/routes/security/matrix.test.ts",
  "tests/routes/site/track-record/record.test.ts",
  "tests/routes/system/picture-store.test.ts",
];

/** Those that share processes come last, one project's together: they are short, and end evenly. */
const SHARING = ["requests", "rules"];

const placeOf = ({ moduleId, project }: TestSpecification): number => {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return place < 0 ? LONGEST.length + 1 + SHARING.indexOf(project.name) : place;
};

/** The longest files first, the others as they would come anyway. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    return others.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
