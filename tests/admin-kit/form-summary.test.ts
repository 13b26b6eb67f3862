import { describe, expect, it } from "vitest";
import { summaryTitle } from "~/admin-kit/form-summary";
import { FIX_THE_FORM } from "~/web/validator";

const title = (about: Partial<Parameters<typeof summaryTitle>[0]>) =>
  summaryTitle({
    message: FIX_THE_FORM,
    failed: "Failed to add news.",
    fieldErrors: {},
    repopulateFields: {},
    ...about,
  });

const wrong = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, `Field ${at} is required`]));

describe("above a form that did not save", () => {
  it.each([
    [1, "Nothing was saved: one field needs another look"],
    [2, "Nothing was saved: two fields need another look"],
    [4, "Nothing was saved: four fields need another look"],
    [5, "Nothing was saved: 5 fields need another look"],
  ])("%i wrong fields are counted", (count, words) =>
    expect(title({ fieldErrors: wrong(count) })).toBe(words));

  it("what a field says is not said twice: there stands what failed", () => {
    const taken = "Somebody on the staff has this email already";
    expect(title({ message: taken, fieldErrors: { email: taken } })).toBe("Failed to add news.");
  });

  it("what is about no field stands there as it is", () => {
    expect(title({ message: "Nothing was saved yet: please look once more", fieldErrors: wrong(1) })).toBe(
      "Nothing was saved yet: please look once more",
    );
  });

  it("a save on top of a newer one is told so, whatever else is said", () => {
    expect(title({ message: "Somebody else changed this record.", theirs: {} })).toBe(
      "Nothing was saved: somebody else changed this record while you were editing it",
    );
  });
});
